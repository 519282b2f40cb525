import { useSuspenseQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Plan } from '#contract/plan'
import { addDays, breakOn, mondayOf } from '#rules/plan'
import { Button, ButtonLink, Page, PageHeading } from '#ui'
import { dateFormat, localDay } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { planIn } from './queries.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const handle = { failed: 'The plan could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(({ search }) => [planIn(search)])

/** A month of the plan on one page, for printing. */
const PrintPage = () => {
  const [search] = useSearchParams()
  const [today] = useState(localDay)
  const asked = search.get('month') ?? ''
  const month = MONTH.test(asked) ? asked : today.slice(0, 7)
  const learner = search.get('learner') ?? undefined
  const { data } = useSuspenseQuery(planIn(search))
  const neighbour = (months: number) => {
    const first = new Date(`${month}-15T00:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() + months)
    return paths.planPrint(first.toISOString().slice(0, 7), learner)
  }
  return (
    <Page>
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to={paths.plan(learner)} className="link">
          {learner ? 'The plan' : 'Your plan'}
        </Link>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            variant="secondary"
            to={neighbour(-1)}
            icon={<ChevronLeft aria-hidden size={18} />}
          >
            Previous month
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            to={neighbour(1)}
            icon={<ChevronRight aria-hidden size={18} />}
          >
            Next month
          </ButtonLink>
          <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <Month plan={data} month={month} />
    </Page>
  )
}

const inMonth = (day: string, style: Intl.DateTimeFormatOptions) =>
  dateFormat(undefined, { ...style, timeZone: 'UTC' }).format(new Date(day))

/** Whole weeks from Monday, six at most. */
const weeksOf = (month: string): string[][] => {
  const weeks: string[][] = []
  for (let day = mondayOf(`${month}-01`); day.slice(0, 7) <= month; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)))
  }
  return weeks
}

const MAX_WISHES = 6

const Month = ({ plan, month }: { plan: Plan; month: string }) => {
  const weeks = weeksOf(month)
  const wishes = plan.entries.filter(
    ({ target_date, state }) => target_date === null && state !== 'completed',
  )
  return (
    <article>
      <PageHeading
        title={`Plan for ${inMonth(`${month}-01`, { month: 'long', year: 'numeric' })}`}
        className="mb-4 text-2xl sm:text-3xl"
      >
        {plan.first_name}, {inMonth(`${month}-01`, { month: 'long', year: 'numeric' })}
      </PageHeading>
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="relative overflow-x-auto" role="region" aria-label="The month" tabIndex={0}>
        <table className="w-full min-w-160 table-fixed border-collapse print:min-w-0">
          <thead>
            <tr>
              {weeks[0]?.map((day) => (
                <th key={day} scope="col" className="border border-line p-1 text-left text-sm">
                  {inMonth(day, { weekday: 'short' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <Day key={day} day={day} plan={plan} isOther={!day.startsWith(month)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wishes.length > 0 ? (
        <p className="mt-3 line-clamp-2">
          <span className="font-semibold">Any time:</span>{' '}
          {wishes
            .slice(0, MAX_WISHES)
            .map(({ title }) => title)
            .join(', ')}
          {wishes.length > MAX_WISHES ? ', and more' : ''}
        </p>
      ) : null}
    </article>
  )
}

const MAX_IN_A_DAY = 3

const Day = ({ day, plan, isOther }: { day: string; plan: Plan; isOther: boolean }) => {
  const off = breakOn(day, plan.breaks)
  const planned = isOther ? [] : plan.entries.filter(({ target_date }) => target_date === day)
  return (
    <td
      className={`h-24 border print:h-auto border-line p-1 align-top text-sm ${isOther || off ? 'bg-sunk' : ''}`}
    >
      <div className="overflow-hidden print:h-[26mm]">
        <span className={isOther ? 'text-muted' : 'font-semibold'}>{Number(day.slice(8))}</span>
        {off && !isOther ? <span className="ml-1 text-muted">{off.label}</span> : null}
        <ul>
          {planned.slice(0, MAX_IN_A_DAY).map(({ quest_id, title, state }) => (
            <li key={quest_id} className="line-clamp-2">
              <span aria-hidden="true">{state === 'completed' ? '☑' : '☐'}</span> {title}
              {state === 'completed' ? <span className="visually-hidden"> (done)</span> : null}
            </li>
          ))}
          {planned.length > MAX_IN_A_DAY ? <li>and {planned.length - MAX_IN_A_DAY} more</li> : null}
        </ul>
      </div>
    </td>
  )
}

export default PrintPage
