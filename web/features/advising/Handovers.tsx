import { useQuery } from '@tanstack/react-query'

import type { Handover } from '#contract/caseload'
import { Button, SectionCard, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { caseload } from './queries.ts'

/** Learners offered by colleagues. Renders nothing without any. */
export const Handovers = () => {
  const { data } = useQuery(caseload.listHandovers.query())
  if (!data || data.items.length === 0) return null
  return (
    <SectionCard id="handovers" title="Offered to you">
      <ul className="mt-3 divide-y divide-line">
        {data.items.map((offer) => (
          <Offer key={offer.id} offer={offer} />
        ))}
      </ul>
    </SectionCard>
  )
}

const Offer = ({ offer }: { offer: Handover }) => {
  const decide = useApiMutation(caseload.decideHandover)
  const answer = (decision: 'accepted' | 'declined') =>
    decide.mutate(
      { params: { id: offer.id }, body: { decision } },
      {
        onSuccess: () =>
          toast.success(
            decision === 'accepted'
              ? `${offer.learner_name} is now your learner`
              : 'Your answer has been sent',
          ),
        onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')),
      },
    )
  return (
    <li className="space-y-2 py-3">
      <p>
        <span className="font-semibold">{offer.learner_name}</span>, offered by {offer.offered_by}{' '}
        on {dateOf(offer.offered_at)}
      </p>
      {offer.words ? <p className="whitespace-pre-line">{offer.words}</p> : null}
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={decide.isPending} onClick={() => answer('accepted')}>
          Accept<span className="visually-hidden"> {offer.learner_name}</span>
        </Button>
        <Button
          size="small"
          variant="secondary"
          busy={decide.isPending}
          onClick={() => answer('declined')}
        >
          Decline<span className="visually-hidden"> {offer.learner_name}</span>
        </Button>
      </div>
    </li>
  )
}
