import document from '#content/legal/privacy.md'

import { LegalPage, legalText } from './LegalPage.tsx'

const Text = legalText(import('#content/legal/privacy.md?text'))

const PrivacyPage = () => <LegalPage document={document} Text={Text} />

export default PrivacyPage
