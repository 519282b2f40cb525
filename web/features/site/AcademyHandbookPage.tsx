import document from '#content/legal/academy-handbook.md'

import { LegalPage, legalText } from './LegalPage.tsx'

const Text = legalText(import('#content/legal/academy-handbook.md?text'))

const AcademyHandbookPage = () => (
  <LegalPage document={document} Text={Text} about="accredited_diploma" />
)

export default AcademyHandbookPage
