import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { Subscription } from '#contract/subscription'
import { TIER_NAMES } from '#rules/tiers'
import { Alert, Button, Card, Chip, QueryView } from '#ui'
import { messageOf } from '#web/api'
import { dateOf } from '#web/format'

import { subscription } from './queries.ts'
import { TIER_BENEFITS } from './tier-benefits.ts'

type Props = {
  id: string
  /** Name of a child; undefined for the user. */
  name?: string
}

/** A person's plan, with its actions. */
export const PersonPlan = ({ id, name }: Props) => {
  const heading = useId()
  const query = useQuery(subscription.showSubscription.query({ query: { learner_id: id } }))
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className="text-xl">
        {name ?? 'You'}
      </h2>
      <QueryView query={query} what="the plan" skeleton="mt-4 h-20">
        {(data) => (
          <Plan id={id} data={data} isPayer={name ? data.paid?.is_own === true : data.is_payer} />
        )}
      </QueryView>
    </Card>
  )
}

const GIVEN_BY = {
  admin: 'An administrator has set this plan.',
  agreement: 'Included in the academy agreement.',
  payment: null,
} satisfies Record<NonNullable<Subscription['given_by']>, string | null>

type PlanProps = { id: string; data: Subscription; isPayer: boolean }

const Plan = ({ id, data, isPayer }: PlanProps) => {
  const { tier, given_by, paid, offers } = data
  const why = given_by && GIVEN_BY[given_by]
  return (
    <div className="mt-3 space-y-4">
      <p>
        <Chip tone="brand">{TIER_NAMES[tier]}</Chip>
        <span className="mt-2 block">{TIER_BENEFITS[tier]}</span>
      </p>
      {why ? <p className="text-muted">{why}</p> : null}
      {paid ? <Paid paid={paid} /> : null}
      {offers.length > 0 || isPayer ? <WaysOn id={id} offers={offers} isPayer={isPayer} /> : null}
    </div>
  )
}

const Paid = ({ paid }: { paid: NonNullable<Subscription['paid']> }) => (
  <>
    <p className="text-muted">
      {paid.is_own ? 'You pay' : 'Someone else pays'} for {TIER_NAMES[paid.tier]}
      {paid.ends_at ? ` until ${dateOf(paid.ends_at)}; it will not renew` : ''}.
    </p>
    {paid.is_overdue ? (
      <Alert tone="warning">
        The last payment did not go through. It will be retried; you can change the card in the
        meantime.
      </Alert>
    ) : null}
  </>
)

type WaysProps = { id: string; offers: Subscription['offers']; isPayer: boolean }

/** Buttons that open the payment service, which shows prices and handles the card: card numbers never reach this site. */
const WaysOn = ({ id, offers, isPayer }: WaysProps) => {
  const [leaving, setLeaving] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const redirectVia = async (name: string, way: () => Promise<{ url: string }>) => {
    setLeaving(name)
    setFailure(undefined)
    try {
      window.location.assign((await way()).url)
    } catch (error) {
      setFailure(messageOf(error, 'The payment service cannot be reached. Please try again.'))
      setLeaving(undefined)
    }
  }
  return (
    <div className="space-y-3">
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {offers.map((tier) => (
          <Button
            key={tier}
            variant="secondary"
            busy={leaving === tier}
            onClick={() =>
              void redirectVia(tier, () => subscription.buyTier({ body: { learner_id: id, tier } }))
            }
          >
            Choose {TIER_NAMES[tier]}
          </Button>
        ))}
        {isPayer ? (
          <Button
            variant="secondary"
            busy={leaving === 'portal'}
            onClick={() => void redirectVia('portal', () => subscription.managePayments())}
          >
            Change or cancel your subscription
          </Button>
        ) : null}
      </div>
      <p className="text-sm text-muted">
        Payments are made at Stripe, which shows the price before you pay.
      </p>
    </div>
  )
}
