import { lazyPart, Page, PageHeading, Spinner } from '#ui'

const loading = import('./Demo.tsx')
const Demo = lazyPart(() => loading, 'Demo', Spinner)

// Never re-rendered before hydration: it is part of the prerendered HTML.
const demo = <Demo />

const DemoPage = () => (
  <Page>
    <div className="no-print mb-8">
      <PageHeading
        title="The 2-minute demo"
        description="Pick a quest, do a task or two, and see what comes of it: XP in five pillars and a sample diploma. No account needed."
      >
        Two minutes in Lodestar
      </PageHeading>
    </div>
    {demo}
  </Page>
)

export default DemoPage
