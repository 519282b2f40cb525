import { PageHeading } from '#ui/page-heading'

const ProfilePage = () => <PageHeading>Profile</PageHeading>

export default ProfilePage
