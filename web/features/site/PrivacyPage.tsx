import { PageHeading } from '#ui/page-heading'

const PrivacyPage = () => <PageHeading>Privacy</PageHeading>

export default PrivacyPage
