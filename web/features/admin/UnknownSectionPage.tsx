import { PageHeading } from '#ui'

/** A part of the administration that there is not: an old link, or a typing error. */
const UnknownSectionPage = () => (
  <>
    <PageHeading>There is no such page</PageHeading>
    <p className="mt-2 text-muted">
      Perhaps it has moved: everything here is in the list of sections.
    </p>
  </>
)

export default UnknownSectionPage
