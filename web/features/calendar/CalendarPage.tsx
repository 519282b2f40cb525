import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { addDays, mondayOf } from '#rules/plan'
import {
  Button,
  Checkbox,
  IconButton,
  lazyPart,
  Page,
  PageHeading,
  QueryView,
  STAY,
  Tabs,
} from '#ui'
import { useAuth } from '#views/auth'
import { timeZone } from '#views/dashboard'
import { parents } from '#views/parents'
import { localDay } from '#web/format'

import { Agenda } from './Agenda.tsx'
import { calendar } from './queries.ts'
import type { Shown } from './words.ts'

// The grid weighs more than the rest of the page, and a phone shows a list.
const Grid = lazyPart(() => import('./Grid.tsx'), 'Grid', 'h-[36rem]')
const Wishes = lazyPart(() => import('./Wishes.tsx'), 'Wishes')
const Dialogs = lazyPart(() => import('./Dialogs.tsx'), 'Dialogs')

const VIEWS = ['month', 'week', 'list'] as const
type View = (typeof VIEWS)[number]
const LABELS = { month: 'Month', week: 'Week', list: 'List' } satisfies Record<View, string>
const DAY = /^2[01]\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** What is open above the calendar. `start` and `end` come from the grid: where somebody clicked, or moved something to. */
export type Opened =
  | { kind: 'new'; start?: string }
  | { kind: 'item'; item: Shown; moved?: { start: string; end: string; all_day: boolean } }
  | { kind: 'wish'; questId: string; title: string }
  | { kind: 'feeds' }
  | { kind: 'import' }

/** One's own calendar, and beside it those of the children whom one looks after. What is shown is in the address. */
const CalendarPage = () => {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [today] = useState(localDay)
  const [isNarrow] = useState(() => matchMedia('(width < 48rem)').matches)
  const [opened, setOpened] = useState<Opened>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const view = VIEWS.find((each) => each === search.get('view')) ?? (isNarrow ? 'list' : 'month')
  const asked = search.get('day') ?? ''
  const day = DAY.test(asked) ? asked : today
  const zone = ZONES.find((each) => each === search.get('zone')) ?? null
  const time_zone = zone ?? timeZone()
  const range = rangeOf(view, day)

  const query = { query: { ...range, time_zone } }
  const own = useQuery({ ...calendar.readCalendar.query(query), placeholderData: keepPreviousData })
  const family = useQuery({ ...parents.listChildren.query(), enabled: user?.role === 'parent' })
  const children = family.data?.children.filter(({ status }) => status === 'active') ?? []
  const theirs = useQueries({
    queries: children.map(({ id }) => ({
      ...parents.parentCalendar.query({ params: { id }, ...query }),
      placeholderData: keepPreviousData,
    })),
  })
  const ofChildren = children.flatMap(({ id, first_name }, i): Shown[] =>
    hidden.has(id)
      ? []
      : (theirs[i]?.data?.items ?? []).map((item) => ({
          ...item,
          of: first_name,
          learner_id: id,
        })),
  )
  const failed = children.filter((_, i) => theirs[i]?.isError)

  const go = (to: string) => void navigate(to, { state: STAY, preventScrollReset: true })
  const at = (shown: { view?: View; day?: string; zone?: string | null }) =>
    addressOf({ view, day, zone, ...shown })

  return (
    <Page>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Calendar</PageHeading>
        <div className="no-print flex flex-wrap gap-3">
          <Button
            icon={<Plus aria-hidden size={18} />}
            onClick={() =>
              setOpened({
                kind: 'new',
                start: range.from <= today && today <= range.to ? today : day,
              })
            }
          >
            New event
          </Button>
          <Button variant="secondary" onClick={() => setOpened({ kind: 'feeds' })}>
            Subscribe
          </Button>
          <Button variant="secondary" onClick={() => setOpened({ kind: 'import' })}>
            Import
          </Button>
        </div>
      </div>
      <Tabs
        label="View"
        tabs={VIEWS.map((each) => ({ to: at({ view: each }), label: LABELS[each] }))}
        current={at({ view })}
      >
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="no-print flex items-center">
            <IconButton
              label={`${UNIT[view]} before`}
              onClick={() => go(at({ day: moved(view, day, -1) }))}
            >
              <ChevronLeft aria-hidden size={20} />
            </IconButton>
            <IconButton
              label={`${UNIT[view]} after`}
              onClick={() => go(at({ day: moved(view, day, 1) }))}
            >
              <ChevronRight aria-hidden size={20} />
            </IconButton>
            <Button
              variant="secondary"
              size="small"
              className="ml-2"
              onClick={() => go(at({ day: today }))}
            >
              Today
            </Button>
          </div>
          <h2 aria-live="polite" className="text-xl">
            {titleOf(view, day)}
          </h2>
        </div>
        {children.length > 0 ? (
          <fieldset className="no-print mb-4">
            <legend className="visually-hidden">Whose dates are shown</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {children.map(({ id, first_name }) => (
                <Checkbox
                  key={id}
                  id={`show-${id}`}
                  label={first_name}
                  checked={!hidden.has(id)}
                  onChange={() => setHidden(toggled(hidden, id))}
                />
              ))}
            </div>
          </fieldset>
        ) : null}
        {failed.length > 0 ? (
          <p role="alert" className="mb-4 text-danger">
            The dates of {failed.map(({ first_name }) => first_name).join(', ')} could not be
            loaded.
          </p>
        ) : null}
        {own.data?.is_cut || theirs.some(({ data }) => data?.is_cut) ? (
          <p role="status" className="mb-4">
            There are more events in these days than can be shown. Please choose fewer days.
          </p>
        ) : null}
        <QueryView query={own} what="the calendar" skeleton="h-[36rem]">
          {({ items }) => {
            const shown: Shown[] = [...items, ...ofChildren]
            if (view === 'list') {
              return (
                <Agenda
                  items={shown}
                  {...range}
                  timeZone={time_zone}
                  today={today}
                  onOpen={setOpened}
                />
              )
            }
            return (
              <Grid
                key={`${view} ${day}`}
                items={shown}
                {...{ view, day }}
                timeZone={time_zone}
                learnerId={user?.role === 'student' ? user.id : undefined}
                onOpen={setOpened}
              />
            )
          }}
        </QueryView>
        <p className="mt-3 text-sm text-muted">
          Times are those of {time_zone.replaceAll('_', ' ')}.{' '}
          <label htmlFor="zone" className="no-print">
            Show them for{' '}
          </label>
          <select
            id="zone"
            value={time_zone}
            onChange={(event) => go(at({ zone: event.target.value }))}
            className="no-print min-h-11 max-w-full rounded-control border border-control bg-surface px-2 text-ink"
          >
            {ZONES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </p>
      </Tabs>
      {user?.role === 'student' ? (
        <Wishes learnerId={user.id} isDraggable={view !== 'list'} onOpen={setOpened} />
      ) : null}
      {opened ? (
        <Dialogs
          opened={opened}
          onClose={() => setOpened(undefined)}
          user={user}
          family={children}
          timeZone={time_zone}
        />
      ) : null}
    </Page>
  )
}

type Address = { view: View; day: string; zone: string | null }

const addressOf = ({ view, day, zone }: Address) =>
  `${paths.calendar}?${new URLSearchParams({ view, day, ...(zone ? { zone } : {}) })}`

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']
const UNIT = { month: 'Month', week: 'Week', list: 'Month' } satisfies Record<View, string>

const toggled = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  all.has(one) ? new Set([...all].filter((each) => each !== one)) : new Set([...all, one])

const inMonth = (day: string, months: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 10)
}

/** What comes next, for those who see a list. */
const LISTED_DAYS = 31

const moved = (view: View, day: string, steps: number) => {
  if (view === 'month') return inMonth(day, steps)
  return addDays(day, steps * (view === 'week' ? 7 : LISTED_DAYS))
}

/** The days that a view shows. */
const rangeOf = (view: View, day: string): { from: string; to: string } => {
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  if (view === 'list') return { from: day, to: addDays(day, LISTED_DAYS - 1) }
  const first = inMonth(day, 0)
  return { from: mondayOf(first), to: addDays(mondayOf(first), 41) }
}

const titleOf = (view: View, day: string): string => {
  if (view === 'month') {
    const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(undefined, style).format(new Date(day))
  }
  const { from, to } = rangeOf(view, day)
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )
}

export default CalendarPage
