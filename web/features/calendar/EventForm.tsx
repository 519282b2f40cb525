import { useQuery } from '@tanstack/react-query'

import type { User } from '#contract/auth'
import { Day } from '#contract/fields'
import { isStaff } from '#rules/membership'
import { movedWeekdays } from '#rules/recurrence'
import { Checkbox, RadioCards, Select, Textarea, TextField, toast } from '#ui'
import { caseload } from '#views/advising'
import { useApiMutation } from '#web/api'
import { ChangeForm, TimeZoneField, useAppForm } from '#web/form'

import {
  bodyOf,
  EventValues,
  LABELS,
  movedTo,
  newValues,
  recurrenceOf,
  valuesOf,
} from './event-values.ts'
import type { DisplayedItem } from './labels.ts'
import { calendar } from './queries.ts'
import { PARTS } from './RemoveForm.tsx'
import { RepeatFields } from './RepeatFields.tsx'

type EventFormProps = {
  /** Undefined for a new event. */
  item?: DisplayedItem
  /** New times after a drag. */
  moved?: { start: string; end: string; all_day: boolean } | undefined
  /** Day or instant of a new event. */
  start?: string | undefined
  role: User['role'] | undefined
  timeZone: string
  onDone: () => void
}

/** Creates or edits an event of the person. */
export const EventForm = ({ item, moved, start, role, timeZone, onDone }: EventFormProps) => {
  const add = useApiMutation(calendar.addEvent)
  const meet = useApiMutation(calendar.arrangeMeeting)
  const change = useApiMutation(calendar.changeEvent)
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
    toast.success(`“${values.title}” has been saved`)
    onDone()
  }
  const { form, field, errorOf, frame } = useAppForm({
    schema: EventValues,
    idPrefix: 'event-',
    defaultValues: before,
    labels: LABELS,
    save,
    failed: 'That could not be saved. Please try again.',
  })
  const { label: allDayLabel, error: _, ...allDay } = field('all_day')
  const [isAllDay, part] = form.watch(['all_day', 'part'])
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
            // Keeps the event's duration.
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
        <TimeZoneField
          id="event-time_zone"
          label={LABELS.time_zone}
          error={errorOf('time_zone')}
          value={form.watch('time_zone')}
          onChange={(zone) => form.setValue('time_zone', zone, { shouldDirty: true })}
        />
      )}
      {!item && role && isStaff(role) ? <WithLearner {...field('learner')} /> : null}
      {isOneOfSeries ? null : <RepeatFields form={form} field={field} />}
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
          Until you are 18, the adults who look after you can see what you add. Your advisor cannot.
        </p>
      ) : null}
    </ChangeForm>
  )
}

const REMINDERS = [
  { value: '', label: 'None' },
  { value: '0', label: 'When it starts' },
  { value: '10', label: '10 minutes before' },
  { value: '30', label: 'Half an hour before' },
  { value: '60', label: 'An hour before' },
  { value: '1440', label: 'A day before' },
]
const ALL_DAY_REMINDERS = [
  { value: '', label: 'None' },
  { value: '360', label: 'The evening before, at 6 pm' },
  { value: '1440', label: 'At the start of the day before' },
]

const remindersOf = (isAllDay: boolean, chosen: string) => {
  const options = isAllDay ? ALL_DAY_REMINDERS : REMINDERS
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: `${chosen} minutes before` }]
}

type WithLearnerProps = Omit<Parameters<typeof Select>[0], 'options'>

/** The other participant, in whose calendar the event also appears. */
const WithLearner = (field: WithLearnerProps) => {
  const { data } = useQuery(caseload.listCaseload.query({ query: { limit: 100 } }))
  if (!data || data.items.length === 0) return null
  return (
    <Select
      {...field}
      optional
      placeholder="Nobody, just me"
      hint="The learner and the adults who look after them see it in their calendars."
      options={data.items.map(({ id, first_name, last_name }) => ({
        value: id,
        label: `${first_name} ${last_name}`,
      }))}
    />
  )
}
