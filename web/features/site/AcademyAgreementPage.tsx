import document from '#content/legal/academy-agreement.md'

import { LegalPage, legalText } from './LegalPage.tsx'

const Text = legalText(import('#content/legal/academy-agreement.md?text'))

const AcademyAgreementPage = () => (
  <LegalPage document={document} Text={Text} about="accredited_diploma" />
)

export default AcademyAgreementPage
