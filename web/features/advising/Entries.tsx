import { useState } from 'react'

import { type AdvisedLearner, type CreditEntry, Reason } from '#contract/advising'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Button } from '#ui/button'
import { Chip } from '#ui/card'
import { Dialog } from '#ui/dialog'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { number } from '#views/credits'
import { messageOf } from '#web/api'
import { dateOf } from '#web/dates'
import { useAppForm } from '#web/form'

import { useReverseCredit } from './queries.ts'

const KINDS = {
  transfer: 'Transfer',
  adjustment: 'Adjustment',
  reversal: 'Taken back',
} satisfies Record<CreditEntry['kind'], string>

const signed = (credits: number) => (credits > 0 ? `+${number(credits)}` : number(credits))

/** What advisors added, with what was taken back. */
export const Entries = ({ learner }: { learner: AdvisedLearner }) => {
  const [reversing, setReversing] = useState<CreditEntry>()
  const reversed = new Set(learner.entries.map(({ reverses }) => reverses))
  const nameOf = (subject: CreditEntry['subject']) =>
    learner.credits.plan.subjects.find((each) => each.subject === subject)?.name ??
    SUBJECT_NAMES[subject]
  if (learner.entries.length === 0) return <p>Nothing has been added.</p>
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {learner.entries.map((entry) => {
          const isOver = reversed.has(entry.id)
          return (
            <li key={entry.id} className="space-y-1 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p className="font-semibold">
                  {nameOf(entry.subject)}{' '}
                  <span className="tabular-nums">{signed(entry.credits)}</span>
                </p>
                <Chip>{isOver ? `${KINDS[entry.kind]}, taken back` : KINDS[entry.kind]}</Chip>
              </div>
              <p>
                {entry.institution ? `${entry.institution}: ` : ''}
                {entry.reason}
              </p>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <p className="text-sm text-muted">
                  {entry.recorded_by ?? 'Somebody'}, {dateOf(entry.created_at)}
                </p>
                {isOver || entry.kind === 'reversal' ? null : (
                  <Button variant="quiet" size="small" onClick={() => setReversing(entry)}>
                    Take back<span className="visually-hidden"> {nameOf(entry.subject)}</span>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Dialog
        open={reversing !== undefined}
        title="Take this entry back?"
        onClose={() => setReversing(undefined)}
      >
        {reversing ? (
          <Reversal learnerId={learner.id} entry={reversing} done={() => setReversing(undefined)} />
        ) : null}
      </Dialog>
    </>
  )
}

type ReversalProps = { learnerId: string; entry: CreditEntry; done: () => void }

const Reversal = ({ learnerId, entry, done }: ReversalProps) => {
  const reverse = useReverseCredit(learnerId)
  const { submit, field, summary, sending } = useAppForm({
    schema: Reason,
    idPrefix: 'reversal-',
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: async ({ reason }) => {
      await reverse.mutateAsync({ id: entry.id, reason })
      toast.success('The entry is taken back')
      done()
    },
    explain: (error) => messageOf(error, 'The entry could not be taken back. Please try again.'),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormErrorSummary {...summary} />
      <p>
        An entry of {signed(-entry.credits)} is added. Transcripts that were issued before do not
        change.
      </p>
      <Textarea {...field('reason')} rows={3} />
      <Button variant="danger" type="submit" {...sending}>
        Take back
      </Button>
    </form>
  )
}
