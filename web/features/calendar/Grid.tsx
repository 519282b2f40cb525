import FullCalendar, { type EventDisplayInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useQuery } from '@tanstack/react-query'

import { addDays } from '#rules/plan'
import { toast } from '#ui'
import { plan } from '#views/plan'
import { messageOf, useApiMutation } from '#web/api'

import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import './grid.css'
import type { OpenDialog } from './CalendarPage.tsx'
import { KindIcon } from './KindIcon.tsx'
import { daysOf, KINDS, type DisplayedItem } from './labels.ts'
import { calendar } from './queries.ts'
import { usePlanDay } from './use-plan-day.ts'

type GridProps = {
  items: readonly DisplayedItem[]
  view: 'month' | 'week'
  day: string
  timeZone: string
  /** Learner whose plan can be changed by dragging; undefined if none. */
  learnerId: string | undefined
  onOpen: (opened: OpenDialog) => void
}

const VIEWS = { month: 'dayGridMonth', week: 'timeGridWeek' } as const
const PLUGINS = [dayGrid, timeGrid, interaction, classic]
const HOUR_MS = 3_600_000

/** Months and weeks as a grid, in which own events and planned quests can be dragged. */
export const Grid = ({ items, view, day, timeZone, learnerId, onOpen }: GridProps) => {
  const change = useApiMutation(calendar.changeEvent)
  const planDay = usePlanDay(learnerId ?? '')
  const { data } = useQuery({
    ...plan.getPlan.query({ params: { id: learnerId ?? '' } }),
    enabled: learnerId !== undefined,
  })
  const mayPlan = data?.may_edit === true

  const say = (title: string, revert: () => void) => ({
    onSuccess: () => toast.success(`“${title}” has been moved`),
    onError: (error: unknown) => {
      revert()
      toast.error(messageOf(error, 'That could not be moved. Please try again.'))
    },
  })

  const move = ({ event, revert }: Move) => {
    const item = itemOf(event)
    const moved = timesOf(event)
    if (item.kind === 'planned' && item.quest_id) {
      // Quests are planned by day, whatever hour they are dropped on.
      if (!moved.all_day) revert()
      planDay.mutate(
        { questId: item.quest_id, day: event.startStr.slice(0, 10) },
        say(item.title, revert),
      )
    } else if (item.event?.recurrence) {
      // The form asks which occurrences to change.
      revert()
      onOpen({ kind: 'item', item, moved })
    } else if (item.event) {
      change.mutate({ params: { id: item.event.id }, body: moved }, say(item.title, revert))
    }
  }

  return (
    <div className="calendar-grid">
      <FullCalendar
        plugins={PLUGINS}
        initialView={VIEWS[view]}
        initialDate={day}
        timeZone={timeZone}
        locale={navigator.language}
        firstDay={1}
        headerToolbar={false}
        height={view === 'month' ? 'auto' : '44rem'}
        fixedWeekCount
        dayMaxEvents={4}
        nowIndicator
        scrollTime="07:00:00"
        allDayText="All day"
        moreLinkClick="popover"
        eventInteractive
        eventDisplay="block"
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit' }}
        events={items.map((item) => eventOf(item, timeZone, mayPlan))}
        eventContent={Content}
        eventClick={(info) => {
          info.jsEvent.preventDefault()
          onOpen({ kind: 'item', item: itemOf(info.event) })
        }}
        dateClick={(info) => onOpen({ kind: 'new', start: info.dateStr })}
        eventDrop={move}
        eventResize={move}
        eventReceive={({ event, revert }) => {
          const { questId } = event.extendedProps as { questId: string }
          // The calendar refetch will show the planned quest.
          revert()
          planDay.mutate(
            { questId, day: event.startStr.slice(0, 10) },
            say(event.title, () => {}),
          )
        }}
      />
    </div>
  )
}

/** Kinds also differ by icon. */
const LOOKS = {
  event: { color: 'var(--brand)', contrastColor: 'var(--on-brand)' },
  meeting: { color: 'var(--ink)', contrastColor: 'var(--surface)' },
  consultation: { color: 'var(--ink)', contrastColor: 'var(--surface)' },
  planned: { color: 'var(--brand-soft)', contrastColor: 'var(--brand-strong)' },
  break: { color: 'var(--sunk)', contrastColor: 'var(--ink)' },
  handed_in: { color: 'var(--sunk)', contrastColor: 'var(--ink)' },
  returned: { color: 'var(--warning-soft)', contrastColor: 'var(--warning)' },
  accepted: { color: 'var(--success-soft)', contrastColor: 'var(--success)' },
} satisfies Record<DisplayedItem['kind'], object>

type Move = { event: Placed; revert: () => void }

/** Items without duration would be drawn as an hour: they are shown above the hours of their day. */
const gridTimesOf = (item: DisplayedItem, timeZone: string) => {
  if (item.all_day || item.start !== item.end) {
    return { start: item.start, end: item.end, allDay: item.all_day }
  }
  return { start: daysOf(item, timeZone)[0], allDay: true }
}

const eventOf = (item: DisplayedItem, timeZone: string, mayPlan: boolean) => ({
  id: `${item.of ?? ''} ${item.id}`,
  title: item.title,
  ...gridTimesOf(item, timeZone),
  startEditable:
    item.event?.may_change === true || (item.kind === 'planned' && !item.of && mayPlan),
  durationEditable: item.event?.may_change === true,
  ...LOOKS[item.kind],
  extendedProps: { item },
})

type Placed = {
  extendedProps: Record<string, unknown>
  allDay: boolean
  startStr: string
  endStr: string
}

const itemOf = ({ extendedProps }: Placed) => extendedProps.item as DisplayedItem

/** Current times of an item. FullCalendar drops the end when an item changes between all-day and timed. */
const timesOf = (event: Placed) => {
  const { allDay, startStr, endStr } = event
  if (allDay) {
    const start = startStr.slice(0, 10)
    return { start, end: endStr.slice(0, 10) || addDays(start, 1), all_day: true }
  }
  const start = new Date(startStr)
  const end = endStr ? new Date(endStr) : new Date(start.getTime() + HOUR_MS)
  return { start: start.toISOString(), end: end.toISOString(), all_day: false }
}

const Content = ({ event, timeText, isNarrow, view }: EventDisplayInfo) => {
  const item = itemOf(event)
  if (!item) return event.title
  const kind = (
    <>
      <KindIcon kind={item.kind} /> <span className="visually-hidden">{KINDS[item.kind]}: </span>
    </>
  )
  const title = item.of ? `${item.of}: ${item.title}` : item.title
  const time = <span className="tabular-nums">{timeText}</span>
  if (view.type === VIEWS.week && !event.allDay) {
    return (
      <span className="block min-h-6 px-0.5 text-[0.8125rem] leading-tight">
        {kind}
        {title}
        <span className="block">{time}</span>
      </span>
    )
  }
  return (
    <span
      className={`block w-full min-w-0 truncate px-0.5 leading-6 ${isNarrow ? 'text-center' : 'text-[0.8125rem]'}`}
    >
      {kind}
      <span className={isNarrow ? 'visually-hidden' : ''}>
        {event.allDay ? null : time} {title}
      </span>
    </span>
  )
}
