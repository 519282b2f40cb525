import document from '#content/legal/academy-agreement.md'

import { LegalPage } from './LegalPage.tsx'

const AcademyAgreementPage = () => <LegalPage document={document} />

export default AcademyAgreementPage
