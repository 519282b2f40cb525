import document from '#content/legal/terms.md'

import { LegalPage } from './LegalPage.tsx'

const TermsPage = () => <LegalPage document={document} />

export default TermsPage
