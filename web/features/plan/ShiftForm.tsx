import { useState } from 'react'

import type { PlanBreak, PlanEntry } from '#contract/plan'
import { shiftPlan } from '#rules/plan'
import { Button, Select } from '#ui'
import { shortDay } from '#web/format'

type ShiftFormProps = {
  entries: readonly PlanEntry[]
  breaks: readonly PlanBreak[]
  today: string
  onShift: (entries: PlanEntry[]) => void
}

const STEPS = [
  { value: '1', label: 'A day later' },
  { value: '3', label: 'Three days later' },
  { value: '7', label: 'A week later' },
  { value: '14', label: 'Two weeks later' },
  { value: '28', label: 'Four weeks later' },
  { value: '-7', label: 'A week earlier' },
]

/** Shifts all entries from one quest on, with a preview of the new dates. */
export const ShiftForm = ({ entries, breaks, today, onShift }: ShiftFormProps) => {
  const dated = entries
    .filter((entry): entry is PlanEntry & { target_date: string } => entry.target_date !== null)
    .toSorted((a, b) => a.target_date.localeCompare(b.target_date))
  const [from, setFrom] = useState(dated[0]?.target_date ?? today)
  const [days, setDays] = useState('7')
  const after = shiftPlan(entries, breaks, { from, days: Number(days) })
  const dateAfter = (entry: PlanEntry) =>
    after.find(({ quest_id }) => quest_id === entry.quest_id)?.target_date ?? ''
  const moving = dated.filter((entry) => dateAfter(entry) !== entry.target_date)
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          id="shift-from"
          label="From"
          value={from}
          options={[...new Map(dated.map((entry) => [entry.target_date, entry])).values()].map(
            ({ target_date, title }) => ({
              value: target_date,
              label: `${shortDay(target_date)}: ${title}`,
            }),
          )}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Select
          id="shift-days"
          label="By how much"
          value={days}
          options={STEPS}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <div role="status">
        <h3 className="text-base">What moves</h3>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {moving.map((entry) => (
            <li key={entry.quest_id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="font-semibold">{entry.title}</span>
              <span>
                <span className="text-muted">{shortDay(entry.target_date)} to </span>
                {shortDay(dateAfter(entry))}
              </span>
            </li>
          ))}
        </ul>
        {breaks.length > 0 ? <p className="mt-2 text-sm text-muted">Time off is skipped.</p> : null}
      </div>
      <Button disabled={moving.length === 0} onClick={() => onShift(after)}>
        Move {moving.length === 1 ? 'one quest' : `${moving.length} quests`}
      </Button>
    </div>
  )
}
