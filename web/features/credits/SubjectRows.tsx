import { useState } from 'react'

import type { CreditRow, Credits, SubjectEvidence } from '#contract/credits'
import { CREDIT_STATES, type CreditState } from '#rules/credits'
import { SUBJECT_NAMES } from '#rules/subjects'
import { creditAmount } from '#rules/text/credit-amount'
import { Dialog, VisuallyHidden } from '#ui'
import type { Query } from '#web/api'

import { CreditBar, Swatch } from './CreditBar.tsx'
import { Evidence } from './Evidence.tsx'
import { credits as inCredits, STATE_NAMES } from './labels.ts'

/** Query for the evidence behind a subject's figures: the user's own, or a learner's. */
export type AskEvidence = (subject: CreditRow['subject']) => Query<SubjectEvidence>

type RowsProps = {
  rows: readonly CreditRow[]
  plan: Credits['plan']
  /** Undefined in the planner, whose figures have no evidence yet. */
  evidence?: AskEvidence
}

type Opened = { subject: CreditRow['subject']; state: CreditState }

/** Subjects with their bars and figures; every figure opens its evidence. */
export const SubjectRows = ({ rows, plan, evidence }: RowsProps) => {
  const [opened, setOpened] = useState<Opened>()
  const amount = (credits: number) => creditAmount(credits, plan.xp_per_credit)
  const nameOf = (subject: CreditRow['subject']) =>
    plan.subjects.find((each) => each.subject === subject)?.name ?? SUBJECT_NAMES[subject]
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.subject}
            className={`break-inside-avoid first:pt-0 last:pb-0 ${evidence ? 'py-4' : 'py-2'}`}
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              {evidence ? (
                <h3 className="text-lg">{nameOf(row.subject)}</h3>
              ) : (
                <h4 className="text-base">{nameOf(row.subject)}</h4>
              )}
              <p className="tabular-nums">
                <strong className="font-semibold">{amount(row.earned)}</strong>{' '}
                {evidence || row.planned === 0 ? null : (
                  <span className="font-semibold">+ {amount(row.planned)} planned </span>
                )}
                <span className="text-muted">of {inCredits(row.required)}</span>
              </p>
            </div>
            <CreditBar figures={row} />
            {evidence ? (
              <>
                <Figures
                  row={row}
                  name={nameOf(row.subject)}
                  amount={amount}
                  onOpen={(state) => setOpened({ subject: row.subject, state })}
                />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {evidence ? (
        <Dialog
          open={opened !== undefined}
          title={
            opened ? `${nameOf(opened.subject)}: ${STATE_NAMES[opened.state].toLowerCase()}` : ''
          }
          onClose={() => setOpened(undefined)}
        >
          {opened ? <Evidence query={evidence(opened.subject)} state={opened.state} /> : null}
        </Dialog>
      ) : null}
    </>
  )
}

type FiguresProps = {
  row: CreditRow
  name: string
  amount: (credits: number) => string
  onOpen: (state: CreditState) => void
}

const FIGURE = 'inline-flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11'

/** Hides zero figures, except earned credit. */
const Figures = ({ row, name, amount, onOpen }: FiguresProps) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    {CREDIT_STATES.filter((state) => state === 'earned' || row[state] !== 0).map((state) => (
      <li key={state}>
        {row[state] !== 0 ? (
          <button
            type="button"
            onClick={() => onOpen(state)}
            className={`${FIGURE} link text-ink tabular-nums`}
          >
            <Swatch state={state} />
            {STATE_NAMES[state]} {amount(row[state])}
            <VisuallyHidden> in {name}: show the evidence</VisuallyHidden>
          </button>
        ) : (
          <span className={`${FIGURE} text-muted tabular-nums`}>
            <Swatch state={state} />
            {STATE_NAMES[state]} {amount(row[state])}
          </span>
        )}
      </li>
    ))}
  </ul>
)
