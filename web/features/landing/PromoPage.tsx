import promo from '#content/promo.json' with { type: 'json' }
import { lazyPart, Page, PageHeading } from '#ui'

const loading = import('./PromoWeek.tsx')
const PromoWeek = lazyPart(() => loading, 'PromoWeek')

// Never re-rendered before hydration: it is part of the prerendered HTML.
const week = <PromoWeek />

const PromoPage = () => (
  <Page>
    <PageHeading
      title="A week in Lodestar"
      description={promo.lead}
      className="max-w-180 text-display"
    >
      {promo.title}
    </PageHeading>
    <p className="mt-6 max-w-text text-lg text-muted">{promo.lead}</p>
    {week}
  </Page>
)

export default PromoPage
