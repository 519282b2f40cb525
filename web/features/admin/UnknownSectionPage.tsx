import { PageHeading } from '#ui'

/** Not found page of the administration: an outdated link or a typo. */
const UnknownSectionPage = () => (
  <>
    <PageHeading>There is no such page</PageHeading>
    <p className="mt-2 text-muted">
      Perhaps it has moved: everything here is in the list of sections.
    </p>
  </>
)

export default UnknownSectionPage
