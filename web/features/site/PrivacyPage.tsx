import document from '#content/legal/privacy.md'

import { LegalPage } from './LegalPage.tsx'

const PrivacyPage = () => <LegalPage document={document} />

export default PrivacyPage
