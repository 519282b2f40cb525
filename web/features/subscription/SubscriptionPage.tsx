import { useQuery } from '@tanstack/react-query'

import { TIER_NAMES, TIERS } from '#rules/tiers'
import { Page, PageHeading } from '#ui'
import { useUser } from '#views/auth'
import { parents } from '#views/parents'

import { PersonPlan } from './PersonPlan.tsx'
import { TIER_BENEFITS } from './tier-benefits.ts'

const PLANS = (
  <section aria-labelledby="plans" className="mt-10">
    <h2 id="plans" className="text-xl">
      What each plan includes
    </h2>
    <dl className="mt-4 grid gap-4 sm:grid-cols-2">
      {TIERS.map((tier) => (
        <div key={tier} className="rounded-card border border-line p-4">
          <dt className="font-semibold">{TIER_NAMES[tier]}</dt>
          <dd className="mt-1 text-muted">{TIER_BENEFITS[tier]}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** /subscription: plans of the user and their children. */
const SubscriptionPage = () => {
  const user = useUser()
  const family = useQuery({ ...parents.listChildren.query(), enabled: user.role === 'parent' })
  const children = family.data?.children.filter(({ status }) => status === 'active') ?? []
  return (
    <Page width="text">
      <PageHeading>Your subscription</PageHeading>
      <div className="mt-6 space-y-4">
        <PersonPlan id={user.id} />
        {children.map(({ id, first_name }) => (
          <PersonPlan key={id} id={id} name={first_name} />
        ))}
      </div>
      {PLANS}
    </Page>
  )
}

export default SubscriptionPage
