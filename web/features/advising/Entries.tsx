import { useState } from 'react'

import type { AdvisedLearner, CreditEntry } from '#contract/advising'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Button, Chip, Dialog, lazyPart } from '#ui'
import { dateOf } from '#web/format'

import { withSign } from './labels.ts'

// Loaded when opened, because forms include validation.
const ReversalForm = lazyPart(() => import('./ReversalForm.tsx'), 'ReversalForm', 'h-48')

const KINDS = {
  transfer: 'Transfer',
  outside: 'Work outside',
  adjustment: 'Adjustment',
  reversal: 'Reversed',
} satisfies Record<CreditEntry['kind'], string>

/** Advisors' credit entries, including reversed ones. */
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
                  <span className="tabular-nums">{withSign(entry.credits)}</span>
                </p>
                <Chip>{isOver ? `${KINDS[entry.kind]}, reversed` : KINDS[entry.kind]}</Chip>
              </div>
              <p>
                {entry.institution ? `${entry.institution}: ` : ''}
                {entry.reason}
              </p>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <p className="text-sm text-muted">
                  {entry.recorded_by ?? 'Someone'}, {dateOf(entry.created_at)}
                </p>
                {isOver || entry.kind === 'reversal' ? null : (
                  <Button variant="quiet" size="small" onClick={() => setReversing(entry)}>
                    Reverse<span className="visually-hidden"> {nameOf(entry.subject)}</span>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Dialog
        open={reversing !== undefined}
        title="Reverse this entry?"
        onClose={() => setReversing(undefined)}
      >
        {reversing ? <ReversalForm entry={reversing} done={() => setReversing(undefined)} /> : null}
      </Dialog>
    </>
  )
}
