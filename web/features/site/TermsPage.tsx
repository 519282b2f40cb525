import { PageHeading } from '#ui/page-heading'

const TermsPage = () => <PageHeading>Terms</PageHeading>

export default TermsPage
