import document from '#content/legal/academy-handbook.md'

import { LegalPage } from './LegalPage.tsx'

const AcademyHandbookPage = () => <LegalPage document={document} />

export default AcademyHandbookPage
