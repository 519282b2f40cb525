import { PageHeading } from '#ui'

/** Not found page of the administration: an outdated link or a typo. */
const UnknownSectionPage = () => (
  <>
    <PageHeading>Page not found</PageHeading>
    <p className="mt-2 text-muted">
      It may have moved. The list of sections shows everything in this area.
    </p>
  </>
)

export default UnknownSectionPage
