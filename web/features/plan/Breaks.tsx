import { useState } from 'react'

import { PlanBreak } from '#contract/plan'
import { Button, TextField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'
import { shortDay } from '#web/format'

type BreaksProps = {
  breaks: readonly PlanBreak[]
  onChange: (breaks: PlanBreak[]) => void
}

/** Time off, such as holidays, which the plan skips. */
export const Breaks = ({ breaks, onChange }: BreaksProps) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <h2 id="breaks" className="text-xl">
        Time off
      </h2>
      <p className="mt-1 text-muted">Days when nothing is planned, no questions asked.</p>
      {breaks.length > 0 ? (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {breaks.map((each) => (
            <li
              key={`${each.from} ${each.label}`}
              className="flex flex-wrap items-center justify-between gap-x-4 py-2"
            >
              <span>
                <span className="font-semibold">{each.label}</span>{' '}
                <span className="text-muted">
                  {shortDay(each.from)} to {shortDay(each.to)}
                </span>
              </span>
              <Button
                variant="quiet"
                size="small"
                onClick={() => onChange(breaks.filter((other) => other !== each))}
              >
                Remove<span className="visually-hidden"> {each.label}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-4">
        {isAdding ? (
          <BreakForm
            save={(added) => {
              onChange([...breaks, added].toSorted((a, b) => a.from.localeCompare(b.from)))
              setAdding(false)
            }}
          />
        ) : (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add time off
          </Button>
        )}
      </div>
    </>
  )
}

const BreakForm = ({ save }: { save: (added: PlanBreak) => void }) => {
  const { field, frame } = useAppForm({
    schema: PlanBreak,
    idPrefix: 'break-',
    defaultValues: { label: '', from: '', to: '' },
    labels: { label: 'Reason', from: 'First day', to: 'Last day' },
    save: async (added) => save(added),
    failed: 'That could not be added. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Add" variant="secondary">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field('label')} autoComplete="off" maxLength={80} />
        <TextField {...field('from')} type="date" />
        <TextField {...field('to')} type="date" />
      </div>
    </ChangeForm>
  )
}
