import { paths } from '#contract/paths'
import { isFree } from '#rules/membership'
import { TIER_NAMES } from '#rules/tiers'
import { ButtonLink, Constellation, PageHeading } from '#ui'
import { useAuth } from '#views/auth'

import { TIER_BENEFITS } from './tier-benefits.ts'

/** Redirect target of the payment service. Shows the plan that the account actually has. */
const SubscriptionDonePage = () => {
  const { user } = useAuth()
  return (
    <div className="mx-auto flex max-w-form flex-col items-center px-4 py-20 text-center">
      <Constellation className="mb-8 h-24 text-muted" />
      <PageHeading title="After your payment">Your subscription</PageHeading>
      {user ? (
        <>
          <p className="mt-4 text-lg">
            Your account is on the plan <strong>{TIER_NAMES[user.subscription_tier]}</strong>.
          </p>
          <p className="mt-3">{TIER_BENEFITS[user.subscription_tier]}</p>
          {isFree(user.subscription_tier) ? (
            <p className="mt-3 text-muted">
              If you have just paid, it can take a minute to appear. Reload this page to check.
            </p>
          ) : null}
          <ButtonLink to={paths.subscription} className="mt-8">
            Subscription details
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-4 text-lg text-muted">Sign in to see which plan your account is on.</p>
          <ButtonLink to={paths.login} className="mt-8">
            Sign in
          </ButtonLink>
        </>
      )}
    </div>
  )
}

export default SubscriptionDonePage
