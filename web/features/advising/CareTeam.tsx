import { useState } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { Button, Dialog, lazyPart, SectionCard, toast } from '#ui'
import { Guardians } from '#views/family'
import { SignInSection } from '#views/sign-in-cards'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { caseload } from './queries.ts'

const HandoverForm = lazyPart(() => import('./HandoverForm.tsx'), 'HandoverForm', 'h-48')

/** A learner's guardians and advisors. */
export const CareTeam = ({ learner }: { learner: AdvisedLearner }) => {
  const [isOffering, setOffering] = useState(false)
  const withdraw = useApiMutation(caseload.withdrawHandover)
  const { advisors, handover } = learner
  return (
    <>
      <SignInSection learner={learner} />
      <SectionCard id="guardians" title="Guardians">
        <Guardians learnerId={learner.id} />
      </SectionCard>
      <SectionCard id="advisors" title="Advisors">
        {advisors.length === 0 ? (
          <p className="mt-2 text-muted">This learner has no advisor.</p>
        ) : (
          <ul className="mt-3 divide-y divide-line">
            {advisors.map(({ name, since, until }) => (
              <li key={`${name} ${since}`} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="font-semibold">{name}</span>
                <span className="text-muted">
                  {until ? `${dateOf(since)} to ${dateOf(until)}` : `since ${dateOf(since)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        {handover ? (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p>
              Offered to {handover.offered_to} on {dateOf(handover.offered_at)}.
            </p>
            <Button
              variant="secondary"
              size="small"
              busy={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(
                  { params: { id: learner.id } },
                  {
                    onError: (error) =>
                      toast.error(messageOf(error, 'That did not work. Please try again.')),
                  },
                )
              }
            >
              Withdraw the offer
            </Button>
          </div>
        ) : (
          <Button variant="secondary" className="mt-4" onClick={() => setOffering(true)}>
            Hand over to a colleague
          </Button>
        )}
        <Dialog
          open={isOffering}
          title="Hand over to a colleague"
          onClose={() => setOffering(false)}
        >
          {isOffering ? <HandoverForm learner={learner} done={() => setOffering(false)} /> : null}
        </Dialog>
      </SectionCard>
    </>
  )
}
