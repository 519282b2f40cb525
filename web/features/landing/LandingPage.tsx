import { PageHeading } from '#ui/page-heading'

const LandingPage = () => <PageHeading>Lodestar</PageHeading>

export default LandingPage
