import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'

import {
  Button,
  Checkbox,
  IconButton,
  lazyPart,
  Page,
  PageHeading,
  QueryView,
  KEEP_FOCUS,
  Tabs,
} from '#ui'
import { useAuth } from '#views/auth'
import { TimeZoneField } from '#web/form'
import { dayIn, ownTimeZone } from '#web/format'

import { Agenda } from './Agenda.tsx'
import type { DisplayedItem } from './labels.ts'
import { useDates } from './use-dates.ts'
import {
  addressOf,
  LABELS,
  shiftDay,
  rangeOf,
  readAddress,
  titleOf,
  UNIT,
  type View,
  VIEWS,
} from './view.ts'

// The grid is heavier than the rest of the page, and phones show a list.
const Grid = lazyPart(() => import('./Grid.tsx'), 'Grid', 'h-[36rem]')
const UndatedPlanEntries = lazyPart(() => import('./UndatedPlanEntries.tsx'), 'UndatedPlanEntries')
const Dialogs = lazyPart(() => import('./Dialogs.tsx'), 'Dialogs')

/** Open dialog. `start` and `end` come from the grid: the clicked position, or the target of a drag. */
export type OpenDialog =
  | { kind: 'new'; start?: string }
  | { kind: 'item'; item: DisplayedItem; moved?: { start: string; end: string; all_day: boolean } }
  | { kind: 'wish'; questId: string; title: string }
  | { kind: 'feeds' }
  | { kind: 'import' }

/** The person's own calendar, and those of their children. The view is in the URL. */
const CalendarPage = () => {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [now] = useState(() => new Date().toISOString())
  const [isNarrow] = useState(() => matchMedia('(width < 48rem)').matches)
  const [opened, setOpened] = useState<OpenDialog>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const { view, day, zone, today } = readAddress(search, {
    view: isNarrow ? 'list' : 'month',
    now,
    ownZone: ownTimeZone(),
  })
  const time_zone = zone ?? ownTimeZone()
  const range = rangeOf(view, day)

  const { own, children, ofChildren, failed, isCut } = useDates({ ...range, time_zone }, hidden)

  const go = (to: string) => void navigate(to, { state: KEEP_FOCUS, preventScrollReset: true })
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
          <Steps view={view} day={day} today={today} onGo={(day) => go(at({ day }))} />
          <h2 aria-live="polite" className="text-xl">
            {titleOf(view, day)}
          </h2>
        </div>
        <ChildFilter items={children} hidden={hidden} onChange={setHidden} />
        {failed.length > 0 ? (
          <p role="alert" className="mb-4 text-danger">
            The calendar of {failed.map(({ first_name }) => first_name).join(', ')} could not be
            loaded.
          </p>
        ) : null}
        {isCut ? (
          <p role="status" className="mb-4">
            There are too many events to show. Please choose fewer days.
          </p>
        ) : null}
        <QueryView query={own} what="the calendar" skeleton="h-[36rem]">
          {({ items }) => {
            const shown: DisplayedItem[] = [...items, ...ofChildren]
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
        <ZoneChoice
          value={time_zone}
          onChange={(zone) => go(at({ zone, day: day === today ? dayIn(now, zone) : day }))}
        />
      </Tabs>
      {user?.role === 'student' ? (
        <UndatedPlanEntries learnerId={user.id} isDraggable={view !== 'list'} onOpen={setOpened} />
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

const toggled = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  all.has(one) ? new Set([...all].filter((each) => each !== one)) : new Set([...all, one])

type StepsProps = { view: View; day: string; today: string; onGo: (day: string) => void }

const Steps = ({ view, day, today, onGo }: StepsProps) => (
  <div className="no-print flex items-center">
    <IconButton label={`Previous ${UNIT[view]}`} onClick={() => onGo(shiftDay(view, day, -1))}>
      <ChevronLeft aria-hidden size={20} />
    </IconButton>
    <IconButton label={`Next ${UNIT[view]}`} onClick={() => onGo(shiftDay(view, day, 1))}>
      <ChevronRight aria-hidden size={20} />
    </IconButton>
    <Button variant="secondary" size="small" className="ml-2" onClick={() => onGo(today)}>
      Today
    </Button>
  </div>
)

type ChildFilterProps = {
  items: readonly { id: string; first_name: string }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

const ChildFilter = ({ items, hidden, onChange }: ChildFilterProps) =>
  items.length === 0 ? null : (
    <fieldset className="no-print mb-4">
      <legend className="visually-hidden">Show events for</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {items.map(({ id, first_name }) => (
          <Checkbox
            key={id}
            id={`show-${id}`}
            label={first_name}
            checked={!hidden.has(id)}
            onChange={() => onChange(toggled(hidden, id))}
          />
        ))}
      </div>
    </fieldset>
  )

type ZoneChoiceProps = { value: string; onChange: (zone: string) => void }

const ZoneChoice = ({ value, onChange }: ZoneChoiceProps) => {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className="mt-3 max-w-form text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        Times are shown in {value.replaceAll('_', ' ')} time.
        {isChanging ? null : (
          <Button
            variant="quiet"
            size="small"
            className="no-print"
            onClick={() => {
              flushSync(() => setIsChanging(true))
              document.getElementById('zone')?.focus()
            }}
          >
            Show them in another
          </Button>
        )}
      </p>
      {isChanging ? (
        <div className="no-print text-ink">
          <TimeZoneField
            id="zone"
            label="Show them in"
            value={value}
            onChange={(zone) => {
              onChange(zone)
              setIsChanging(false)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

export default CalendarPage
