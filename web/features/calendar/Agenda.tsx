import { addDays } from '#rules/plan'
import { EmptyState } from '#ui'
import { shortDay } from '#web/format'

import type { OpenDialog } from './CalendarPage.tsx'
import { KindIcon } from './KindIcon.tsx'
import { hoursOf, itemsByDay, KINDS, type DisplayedItem } from './labels.ts'

type AgendaProps = {
  items: readonly DisplayedItem[]
  from: string
  to: string
  timeZone: string
  today: string
  onOpen: (opened: OpenDialog) => void
}

/** Items by day: the view for phones and for printing. */
export const Agenda = ({ items, from, to, timeZone, today, onOpen }: AgendaProps) => {
  const byDay = itemsByDay(items.toSorted(byTime), daysBetween(from, to), timeZone)
  const days = [...byDay].filter(([, items]) => items.length > 0)
  if (days.length === 0) {
    return (
      <EmptyState title="Nothing on these days">
        Your plans, the work you hand in and the events you add appear here, day by day.
      </EmptyState>
    )
  }
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface">
      {days.map(([day, items]) => (
        <li key={day} className="px-4 py-3 sm:flex sm:gap-6">
          <h3
            aria-current={day === today ? 'date' : undefined}
            className="w-40 shrink-0 py-1.5 text-base aria-[current=date]:text-brand"
          >
            {day === today ? `Today, ${shortDay(day)}` : shortDay(day)}
          </h3>
          <ul className="min-w-0 grow">
            {items.map((item) => (
              <li key={`${item.of ?? ''} ${item.id}`}>
                <button
                  type="button"
                  onClick={() => onOpen({ kind: 'item', item })}
                  className="min-h-11 w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-left hover:bg-sunk sm:flex"
                >
                  <span className="block w-32 shrink-0 text-sm text-muted tabular-nums">
                    {hoursOf(item, timeZone)}
                  </span>
                  <span className="min-w-0 grow">
                    <KindIcon kind={item.kind} />{' '}
                    <span className="visually-hidden">{KINDS[item.kind]}: </span>
                    {item.of ? <span className="text-muted">{item.of}: </span> : null}
                    {item.title}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** All-day items first. */
const byTime = (a: DisplayedItem, b: DisplayedItem) =>
  Number(b.all_day) - Number(a.all_day) || a.start.localeCompare(b.start)
