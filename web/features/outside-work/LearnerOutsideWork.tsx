import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Reason } from '#contract/advising'
import type { OutsideWork } from '#contract/outside-work'
import { isAskable, isDeclinable } from '#rules/outside-work'
import { creditsFromHours } from '#rules/text/credit-amount'
import { Button, Dialog, QueryView } from '#ui'
import { useApiMutation } from '#web/api'
import { ConfirmButton, ReasonForm } from '#web/form'
import { number } from '#web/format'

import { hoursInWords } from './labels.ts'
import { outsideWork, outsideWorkOf } from './queries.ts'
import { WorkList } from './WorkList.tsx'

type LearnerOutsideWorkProps = { learnerId: string; firstName: string; xpPerCredit: number }

/** Work outside for a learner's advisor: ask the witness, credit the hours, or decline. */
export const LearnerOutsideWork = ({
  learnerId,
  firstName,
  xpPerCredit,
}: LearnerOutsideWorkProps) => (
  <QueryView query={useQuery(outsideWorkOf(learnerId))} what="work outside" skeleton="h-32">
    {({ items }) =>
      items.length === 0 ? (
        <p>{firstName} has not added any. Learners add it on their credits page.</p>
      ) : (
        <WorkList works={items}>
          {(work) => (
            <div className="flex flex-wrap gap-2">
              {isAskable(work.state) ? <Ask work={work} /> : null}
              {work.state === 'confirmed' ? <Credit work={work} xpPerCredit={xpPerCredit} /> : null}
              {isDeclinable(work.state) ? <Decline work={work} firstName={firstName} /> : null}
            </div>
          )}
        </WorkList>
      )
    }
  </QueryView>
)

const Ask = ({ work }: { work: OutsideWork }) => {
  const ask = useApiMutation(outsideWork.askWitness)
  return (
    <ConfirmButton
      button={{ variant: 'primary', size: 'small', children: 'Ask the witness' }}
      variant="primary"
      title={`Ask ${work.witness_name}?`}
      action="Send the email"
      confirm={() => ask.mutateAsync({ params: { id: work.id } })}
      saved="The witness has been asked"
    >
      <p>
        An email goes to <strong>{work.witness_email}</strong> with the learner’s first name and
        initial, “{work.title}”, “{work.organisation}”, the days and the hours. Make sure that this
        is who they say it is. The family is told.
      </p>
    </ConfirmButton>
  )
}

const Credit = ({ work, xpPerCredit }: { work: OutsideWork; xpPerCredit: number }) => {
  const credit = useApiMutation(outsideWork.creditOutsideWork)
  const hours = work.confirmed_hours ?? 0
  const credits = number(creditsFromHours(hours, xpPerCredit))
  return (
    <ConfirmButton
      button={{ variant: 'primary', size: 'small', children: `Credit ${hoursInWords(hours)}` }}
      variant="primary"
      title="Credit this work?"
      action="Record credit"
      confirm={() => credit.mutateAsync({ params: { id: work.id } })}
      saved="The credit has been recorded"
    >
      <p>
        {hoursInWords(hours)} are {credits} credits under the learner’s plan. The transcript says
        that this was work outside, and who confirmed it.
      </p>
    </ConfirmButton>
  )
}

const Decline = ({ work, firstName }: { work: OutsideWork; firstName: string }) => {
  const decline = useApiMutation(outsideWork.declineOutsideWork)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        Decline<span className="visually-hidden"> {work.title}</span>
      </Button>
      <Dialog open={isOpen} title="Decline this work?" onClose={() => setIsOpen(false)}>
        {isOpen ? (
          <ReasonForm
            name="reason"
            schema={Reason}
            idPrefix="decline-outside-"
            hint={`${firstName} and the family read it.`}
            save={(body) => decline.mutateAsync({ params: { id: work.id }, body })}
            saved="The work has been declined"
            onSaved={() => setIsOpen(false)}
            failed="The work could not be declined. Please try again."
            action="Decline"
          />
        ) : null}
      </Dialog>
    </>
  )
}
