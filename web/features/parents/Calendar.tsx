import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { CalendarItem } from '#contract/calendar'
import { addDays, mondayOf } from '#rules/plan'
import { Card, IconButton, QueryView } from '#ui'
import { itemsByDay, KINDS } from '#views/calendar'
import { dateFormat, localDay, ownTimeZone, shortDay } from '#web/format'

import { childCalendar } from './queries.ts'

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

/** A child's month: a table, or a list on phones. The month is in the URL. */
export const Calendar = ({ id }: { id: string }) => {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(localDay)
  const asked = search.get('month') ?? ''
  const month = MONTH.test(asked) ? asked : today.slice(0, 7)
  const weeks = weeksOf(month)
  const query = useQuery({
    ...childCalendar(id, { from: weeks[0]![0]!, to: weeks.at(-1)![6]! }),
    placeholderData: keepPreviousData,
  })
  const show = (months: number) => {
    const middle = new Date(`${month}-15T00:00:00Z`)
    middle.setUTCMonth(middle.getUTCMonth() + months)
    setSearch({ month: middle.toISOString().slice(0, 7) }, { preventScrollReset: true })
  }
  return (
    <Card aria-labelledby="calendar">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="calendar" className="text-xl">
          Calendar
        </h2>
        <div className="flex items-center">
          <IconButton label="Previous month" onClick={() => show(-1)}>
            <ChevronLeft aria-hidden size={20} />
          </IconButton>
          <p aria-live="polite" className="min-w-32 text-center font-semibold">
            {inMonth(`${month}-01`, { month: 'long', year: 'numeric' })}
          </p>
          <IconButton label="Next month" onClick={() => show(1)}>
            <ChevronRight aria-hidden size={20} />
          </IconButton>
        </div>
      </div>
      <QueryView query={query} what="the calendar" skeleton="mt-3 h-80">
        {({ items }) => {
          const byDay = itemsByDay(items, weeks.flat(), ownTimeZone())
          return (
            <>
              <Month weeks={weeks} month={month} today={today} byDay={byDay} />
              <Days month={month} today={today} byDay={byDay} />
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

/** Whole weeks from Monday. */
const weeksOf = (month: string): string[][] => {
  const weeks: string[][] = []
  for (let day = mondayOf(`${month}-01`); day.slice(0, 7) <= month; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)))
  }
  return weeks
}

const inMonth = (day: string, style: Intl.DateTimeFormatOptions) =>
  dateFormat(undefined, { ...style, timeZone: 'UTC' }).format(new Date(day))

const LOOKS = {
  event: 'border-l-ink',
  meeting: 'border-l-brand',
  consultation: 'border-l-ink',
  planned: 'border-l-brand',
  break: 'border-l-control',
  handed_in: 'border-l-success',
  returned: 'border-l-warning',
  accepted: 'border-l-gold',
} satisfies Record<CalendarItem['kind'], string>

const Item = ({ item }: { item: CalendarItem }) => (
  <span className={`block border-l-3 pl-1.5 ${LOOKS[item.kind]}`}>
    <span className="text-muted">{KINDS[item.kind]}:</span>{' '}
    {item.href ? (
      <Link to={item.href} className="link">
        {item.title}
      </Link>
    ) : (
      item.title
    )}
  </span>
)

type ByDay = ReadonlyMap<string, readonly CalendarItem[]>
type MonthProps = { weeks: string[][]; month: string; today: string; byDay: ByDay }

const Month = ({ weeks, month, today, byDay }: MonthProps) => (
  <table className="mt-3 hidden w-full table-fixed border-collapse lg:table">
    <caption className="visually-hidden">
      {inMonth(`${month}-01`, { month: 'long', year: 'numeric' })}
    </caption>
    <thead>
      <tr>
        {weeks[0]?.map((day) => (
          <th key={day} scope="col" className="border border-line p-1 text-left text-sm">
            <abbr title={inMonth(day, { weekday: 'long' })} className="no-underline">
              {inMonth(day, { weekday: 'short' })}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((week) => (
        <tr key={week[0]}>
          {week.map((day) => {
            const isOther = !day.startsWith(month)
            return (
              <td
                key={day}
                aria-current={day === today ? 'date' : undefined}
                className={`h-20 border border-line p-1 align-top text-sm ${isOther ? 'bg-sunk' : ''} ${day === today ? 'shadow-[inset_0_0_0_2px_var(--brand)]' : ''}`}
              >
                <span className={isOther ? 'text-muted' : 'font-semibold'}>
                  {Number(day.slice(8))}
                </span>
                <ul className="space-y-1">
                  {byDay.get(day)?.map((item) => (
                    <li key={item.id}>
                      <Item item={item} />
                    </li>
                  ))}
                </ul>
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

const Days = ({ month, today, byDay }: Omit<MonthProps, 'weeks'>) => {
  const days = [...byDay].filter(([day, items]) => day.startsWith(month) && items.length > 0)
  return (
    <ol className="mt-3 divide-y divide-line lg:hidden">
      {days.length === 0 ? <li className="text-muted">Nothing this month.</li> : null}
      {days.map(([day, items]) => (
        <li key={day} className="flex gap-3 py-2">
          <span className="w-24 shrink-0 font-semibold">
            {day === today ? 'Today' : shortDay(day)}
          </span>
          <ul className="min-w-0 grow space-y-1">
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
