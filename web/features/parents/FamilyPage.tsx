import { Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { Family } from './Family.tsx'
import { familyQueries } from './queries.ts'

export const handle = { failed: 'Your family could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => familyQueries)

/** The user's children. */
const FamilyPage = () => (
  <Page>
    <PageHeading
      title="Family Dashboard"
      description="The children you look after, and how each of them is getting on."
    >
      Your family
    </PageHeading>
    <div className="mt-6">
      <Family />
    </div>
  </Page>
)

export default FamilyPage
