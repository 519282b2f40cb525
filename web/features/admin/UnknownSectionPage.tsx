import { EmptyState } from '#ui/states'

/** A part of the administration that there is not: an old link, or a typing error. */
const UnknownSectionPage = () => (
  <EmptyState title="There is no such page">
    Perhaps it has moved: everything here stands in the list of sections.
  </EmptyState>
)

export default UnknownSectionPage
