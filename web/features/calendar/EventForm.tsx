import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import type { User } from '#contract/auth'
import type { CalendarItem } from '#contract/calendar'
import { Day, line, text, TimeZone } from '#contract/fields'
import { isStaff } from '#rules/membership'
import { addDays } from '#rules/plan'
import { movedWeekdays, type Recurrence, weekdayOf, WEEKDAYS } from '#rules/recurrence'
import { instantOf, wallAt } from '#rules/time-zones'
import { Checkbox, RadioCards, Select, Textarea, TextField, toast } from '#ui'
import { advising } from '#views/advising'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { calendar } from './queries.ts'
import { PARTS } from './RemoveForm.tsx'
import { placeName, type Shown, weekdayName } from './words.ts'

const NO_DAY = 'Please choose a day'
const Time = z.string().check(z.regex(/^\d{2}:\d{2}/, 'Please choose a time'))
const REPEATS = ['never', 'day', 'week', 'month', 'month_weekday', 'month_last', 'year'] as const
const ENDS = ['never', 'until', 'count'] as const

/** An event as a person writes it down: days and times on the wall, and the last day itself. */
const EventValues = z
  .object({
    title: line(200, 'Please give it a title'),
    all_day: z.boolean(),
    start: z.string().check(z.regex(z.regexes.date, NO_DAY)),
    start_time: Time,
    end: z.string().check(z.regex(z.regexes.date, NO_DAY)),
    end_time: Time,
    time_zone: TimeZone,
    learner: z.string(),
    repeat: z.enum(REPEATS),
    interval: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(99)),
    weekdays: z.array(z.enum(WEEKDAYS)),
    ends: z.enum(ENDS),
    until: z.union([Day, z.literal('')]),
    count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    reminder: z.string(),
    notes: text(4000),
    part: z.enum(['this', 'following', 'all']),
  })
  .check(
    z.refine(
      ({ all_day, start, start_time, end, end_time }) =>
        all_day ? start <= end : `${start} ${start_time}` <= `${end} ${end_time}`,
      { error: 'It ends before it begins', path: ['end'] },
    ),
    z.refine(({ repeat, ends, until }) => repeat === 'never' || ends !== 'until' || until !== '', {
      error: 'Please choose the last day',
      path: ['until'],
    }),
  )
type EventValues = z.output<typeof EventValues>

const LABELS = {
  title: 'Title',
  all_day: 'All day',
  start: 'First day',
  start_time: 'From',
  end: 'Last day',
  end_time: 'To',
  time_zone: 'Time zone',
  learner: 'With',
  repeat: 'Repeats',
  interval: 'Every how many',
  weekdays: 'On',
  ends: 'Until when',
  until: 'Last day of the series',
  count: 'How many times',
  reminder: 'Reminder',
  notes: 'Notes',
  part: 'What is changed',
} as const

type EventFormProps = {
  /** What is changed; left out, it is a new one. */
  item?: Shown
  /** Where it was dragged to. */
  moved?: { start: string; end: string; all_day: boolean } | undefined
  /** Of a new one: a day, or an instant. */
  start?: string | undefined
  role: User['role'] | undefined
  timeZone: string
  onDone: () => void
}

/** One’s own event: everything that dragging does, and all that it cannot do. */
export const EventForm = ({ item, moved, start, role, timeZone, onDone }: EventFormProps) => {
  const add = useChange(calendar.addEvent)
  const meet = useChange(calendar.arrangeMeeting)
  const change = useChange(calendar.changeEvent)
  const event = item?.event
  const was = item && valuesOf(item)
  const before = was ? movedTo(was, valuesOf({ ...item, ...moved })) : newValues(start, timeZone)

  const save = async ({ learner, part, ...values }: EventValues) => {
    const body = bodyOf(values)
    const { recurrence, ...rest } = body
    if (was && event) {
      const isRuleKept =
        JSON.stringify(recurrence) === JSON.stringify(recurrenceOf(movedTo(was, values)))
      const series = event.recurrence ? { part, occurrence: event.occurrence ?? undefined } : {}
      const withRule = isRuleKept || (event.recurrence && part === 'this') ? rest : body
      await change.mutateAsync({ params: { id: event.id }, body: { ...withRule, ...series } })
    } else if (learner) {
      await meet.mutateAsync({ params: { id: learner }, body })
    } else {
      await add.mutateAsync({ body })
    }
    toast.success(`“${values.title}” is in the calendar`)
    onDone()
  }
  const { form, field, frame } = useAppForm({
    schema: EventValues,
    idPrefix: 'event-',
    defaultValues: before,
    labels: LABELS,
    save,
    failed: 'That could not be saved. Please try again.',
  })
  const { label: allDayLabel, error: _, ...allDay } = field('all_day')
  const [isAllDay, day, repeat, ends, part] = form.watch([
    'all_day',
    'start',
    'repeat',
    'ends',
    'part',
  ])
  const isOneOfSeries = event?.recurrence && part === 'this'
  return (
    <ChangeForm {...frame} action="Save">
      {event?.recurrence ? (
        <RadioCards {...form.register('part')} legend={LABELS.part} options={PARTS} />
      ) : null}
      <TextField {...field('title')} autoComplete="off" maxLength={200} />
      <Checkbox {...allDay} label={allDayLabel} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('start')}
          type="date"
          onChange={({ target }) => {
            // The end keeps its distance.
            const { start, end, weekdays } = form.getValues()
            if (Day.safeParse(start).success && Day.safeParse(target.value).success) {
              form.setValue('weekdays', movedWeekdays(weekdays, start, target.value))
            }
            form.setValue('start', target.value)
            if (target.value && end < target.value) form.setValue('end', target.value)
            else if (start === end) form.setValue('end', target.value)
          }}
        />
        {isAllDay ? null : <TextField {...field('start_time')} type="time" />}
        <TextField {...field('end')} type="date" />
        {isAllDay ? null : <TextField {...field('end_time')} type="time" />}
      </div>
      {isAllDay ? null : (
        <Select
          {...field('time_zone')}
          options={ZONES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      )}
      {!item && role && isStaff(role) ? <WithLearner {...field('learner')} /> : null}
      {isOneOfSeries ? null : (
        <>
          <Select {...field('repeat')} options={repeatsFrom(day)} />
          {repeat === 'never' ? null : (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...field('interval')}
                type="number"
                min={1}
                max={99}
                hint={INTERVALS[repeat]}
              />
              <Select {...field('ends')} options={END_OPTIONS} />
              {ends === 'until' ? <TextField {...field('until')} type="date" /> : null}
              {ends === 'count' ? (
                <TextField {...field('count')} type="number" min={1} max={1000} />
              ) : null}
            </div>
          )}
          {repeat === 'week' ? <Weekdays register={form.register('weekdays')} day={day} /> : null}
        </>
      )}
      {isOneOfSeries ? null : (
        <Select
          {...field('reminder')}
          hint="By email, and in your notifications."
          options={remindersOf(isAllDay, before.reminder)}
        />
      )}
      <Textarea {...field('notes')} optional rows={3} maxLength={4000} />
      {role === 'student' ? (
        <p className="text-sm text-muted">
          Until you are 18, those who look after you see what you add. Your advisor does not.
        </p>
      ) : null}
    </ChangeForm>
  )
}

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']

const INTERVALS = {
  never: '',
  day: 'Days: 2 for every other day',
  week: 'Weeks: 2 for every other week',
  month: 'Months: 2 for every other month',
  month_weekday: 'Months: 2 for every other month',
  month_last: 'Months: 2 for every other month',
  year: 'Years: 2 for every other year',
} satisfies Record<EventValues['repeat'], string>

const END_OPTIONS = [
  { value: 'never', label: 'Forever' },
  { value: 'until', label: 'Until a day' },
  { value: 'count', label: 'A number of times' },
]

/** What the first day means for a month. */
const repeatsFrom = (day: string) => {
  const isDay = Day.safeParse(day).success
  const weekday = isDay ? weekdayName(weekdayOf(day)) : 'weekday'
  const isLast = isDay && addDays(day, 7).slice(0, 7) !== day.slice(0, 7)
  return [
    { value: 'never', label: 'Never' },
    { value: 'day', label: 'Every day' },
    { value: 'week', label: 'Every week' },
    { value: 'month', label: `Every month on the ${isDay ? ordinal(day) : 'date'}` },
    { value: 'month_weekday', label: `Every month on ${isDay ? placeName(day) : 'the weekday'}` },
    ...(isLast ? [{ value: 'month_last', label: `Every month on the last ${weekday}` }] : []),
    { value: 'year', label: 'Every year' },
  ]
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (day: string): string => {
  const date = Number(day.slice(8))
  return `${date}${SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(date)] ?? 'th'}`
}

const REMINDERS = [
  { value: '', label: 'None' },
  { value: '0', label: 'When it begins' },
  { value: '10', label: '10 minutes before' },
  { value: '30', label: 'Half an hour before' },
  { value: '60', label: 'An hour before' },
  { value: '1440', label: 'A day before' },
]
const ALL_DAY_REMINDERS = [
  { value: '', label: 'None' },
  { value: '360', label: 'The evening before, at six' },
  { value: '1440', label: 'When the day before begins' },
]

const remindersOf = (isAllDay: boolean, chosen: string) => {
  const options = isAllDay ? ALL_DAY_REMINDERS : REMINDERS
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: `${chosen} minutes before` }]
}

/** The one of the first day belongs to them whatever is chosen. */
const Weekdays = ({ register, day }: { register: object; day: string }) => (
  <fieldset>
    <legend className="mb-1.5 font-semibold">{LABELS.weekdays}</legend>
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {WEEKDAYS.map((weekday) => {
        const isFirst = Day.safeParse(day).success && weekdayOf(day) === weekday
        return (
          <Checkbox
            key={`${weekday} ${isFirst}`}
            {...register}
            id={`event-weekday-${weekday}`}
            value={weekday}
            label={weekdayName(weekday, 'short')}
            {...(isFirst ? { checked: true, disabled: true } : {})}
          />
        )
      })}
    </div>
  </fieldset>
)

type WithLearnerProps = Omit<Parameters<typeof Select>[0], 'options'>

/** Whom one meets: it is then in both calendars. */
const WithLearner = (field: WithLearnerProps) => {
  const { data } = useQuery(advising.listCaseload.query({ query: { limit: 100 } }))
  if (!data || data.items.length === 0) return null
  return (
    <Select
      {...field}
      optional
      placeholder="Nobody: it is mine alone"
      hint="The learner, and those who look after them, see it in their calendars."
      options={data.items.map(({ id, first_name, last_name }) => ({
        value: id,
        label: `${first_name} ${last_name}`,
      }))}
    />
  )
}

const NOTHING_ELSE = {
  learner: '',
  repeat: 'never',
  interval: 1,
  weekdays: [],
  ends: 'never',
  until: '',
  count: 10,
  reminder: '',
  notes: '',
  part: 'this',
} as const satisfies Partial<EventValues>

/** An hour: the next full one on a day, or from an instant on. */
const newValues = (start: string | undefined, time_zone: string): EventValues => {
  const isDay = start !== undefined && !start.includes('T')
  const now = wallAt(new Date().toISOString(), time_zone)
  const wall = start && !isDay ? wallAt(new Date(start).toISOString(), time_zone) : now
  const day = isDay ? start : wall.slice(0, 10)
  const hour =
    start && !isDay ? Number(wall.slice(11, 13)) : Math.min(Number(now.slice(11, 13)) + 1, 22)
  const minute = start && !isDay ? wall.slice(13, 16) : ':00'
  const end = Math.min(hour + 1, 23)
  return {
    ...NOTHING_ELSE,
    title: '',
    all_day: false,
    start: day,
    start_time: `${String(hour).padStart(2, '0')}${minute}`,
    end: day,
    end_time: `${String(end).padStart(2, '0')}${hour === end ? ':59' : minute}`,
    time_zone,
    weekdays: [],
  }
}

const valuesOf = (item: CalendarItem): EventValues => {
  const { title, all_day, start, end, time_zone, notes = '', event } = item
  const [from, to] = all_day
    ? [`${start}T09:00`, `${addDays(end, -1)}T10:00`]
    : [wallAt(start, time_zone), wallAt(end, time_zone)]
  const recurrence = event?.recurrence
  return {
    ...NOTHING_ELSE,
    title,
    all_day,
    start: from.slice(0, 10),
    start_time: from.slice(11, 16),
    end: to.slice(0, 10),
    end_time: to.slice(11, 16),
    time_zone,
    notes,
    reminder: event?.reminder === null || event === undefined ? '' : String(event.reminder),
    ...(recurrence
      ? {
          repeat: repeatOf(recurrence),
          interval: recurrence.interval,
          ends: recurrence.until ? 'until' : recurrence.count ? 'count' : 'never',
          until: recurrence.until ?? '',
          count: recurrence.count ?? 10,
        }
      : {}),
    weekdays: [...(recurrence?.weekdays ?? [])],
  }
}

/** The same series from another first day on. */
const movedTo = <V extends Omit<EventValues, 'learner' | 'part'>>(
  was: EventValues,
  { all_day, start, start_time, end, end_time }: V,
): EventValues => ({
  ...was,
  all_day,
  start,
  start_time,
  end,
  end_time,
  weekdays: movedWeekdays(was.weekdays, was.start, start),
})

const BY = { month: 'date', month_weekday: 'weekday', month_last: 'last_weekday' } as const

const repeatOf = ({ every, by }: Recurrence): EventValues['repeat'] => {
  if (every !== 'month') return every
  return by === 'date' ? 'month' : by === 'weekday' ? 'month_weekday' : 'month_last'
}

const bodyOf = (values: Omit<EventValues, 'learner' | 'part'>) => {
  const { title, all_day, start, end, start_time, end_time, time_zone, notes, reminder } = values
  return {
    title,
    notes,
    all_day,
    time_zone,
    start: all_day ? start : instantOf(`${start}T${start_time}`, time_zone),
    end: all_day ? addDays(end, 1) : instantOf(`${end}T${end_time}`, time_zone),
    reminder: reminder === '' ? null : Number(reminder),
    recurrence: recurrenceOf(values),
  }
}

const recurrenceOf = (values: Omit<EventValues, 'learner' | 'part'>) => {
  const { repeat, interval, weekdays, ends, until, count, start } = values
  if (repeat === 'never') return null
  const isMonthly = repeat === 'month' || repeat === 'month_weekday' || repeat === 'month_last'
  const first = weekdayOf(start)
  return {
    every: isMonthly ? ('month' as const) : repeat,
    interval,
    weekdays:
      repeat === 'week' ? WEEKDAYS.filter((each) => each === first || weekdays.includes(each)) : [],
    by: isMonthly ? BY[repeat] : ('date' as const),
    until: ends === 'until' ? until : null,
    count: ends === 'count' ? count : null,
  }
}
