import document from '#content/legal/terms.md'

import { LegalPage, legalText } from './LegalPage.tsx'

const Text = legalText(import('#content/legal/terms.md?text'))

const TermsPage = () => <LegalPage document={document} Text={Text} />

export default TermsPage
