import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useFieldArray, type UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'

import type { Availability } from '#contract/consultations'
import { Day, TimeZone } from '#contract/fields'
import { WEEKDAYS } from '#rules/recurrence'
import { Button, Checkbox, FieldError, IconButton, Select, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, TimeZoneField, useAppForm } from '#web/form'
import { ownTimeZone } from '#web/format'

import { consultations } from './queries.ts'

const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
/** 1 January 2024 was a Monday. */
const WEEKDAY_OPTIONS = WEEKDAYS.map((value, i) => ({
  value,
  label: weekdays.format(new Date(Date.UTC(2024, 0, 1 + i))),
}))

const KINDS = [
  { value: 'off', label: 'No times on' },
  { value: 'extra', label: 'Extra times on' },
]

const ORDER = 'Each end time must be after its start time'
const whole = (least: number, most: number) =>
  z.coerce
    .number()
    .check(
      z.int('Please enter a whole number'),
      z.minimum(least, `At least ${least}`),
      z.maximum(most, `At most ${most}`),
    )

const Values = z.object({
  open: z.boolean(),
  time_zone: TimeZone,
  video_url: z.string(),
  weekly: z
    .array(z.object({ weekday: z.enum(WEEKDAYS), from: z.string(), to: z.string() }))
    .check(z.refine((all) => all.every(({ from, to }) => from !== '' && from < to), ORDER)),
  exceptions: z
    .array(
      z.object({
        day: z.string(),
        kind: z.enum(['off', 'extra']),
        from: z.string(),
        to: z.string(),
      }),
    )
    .check(
      z.refine(
        (all) => all.every(({ day }) => Day.safeParse(day).success),
        'Please choose a date for each day',
      ),
      z.refine(
        (all) => all.every(({ kind, from, to }) => kind === 'off' || (from !== '' && from < to)),
        ORDER,
      ),
    ),
  buffer_minutes: whole(0, 120),
  notice_hours: whole(0, 336),
  days_ahead: whole(1, 120),
  per_day: whole(1, 20),
})
type Values = z.output<typeof Values>

const LABELS = {
  open: 'Families can book a consultation with me',
  time_zone: 'Your time zone',
  video_url: 'Video call link',
  weekly: 'Every week',
  exceptions: 'Exceptions',
  buffer_minutes: 'Minutes between bookings',
  notice_hours: 'Hours of notice',
  days_ahead: 'Days ahead',
  per_day: 'Maximum per day',
} as const

const ofForm = ({ exceptions, ...rest }: Availability): Values => ({
  ...rest,
  // Before the first setup, defaults to the browser's time zone.
  time_zone: rest.weekly.length === 0 ? ownTimeZone() : rest.time_zone,
  exceptions: exceptions.map((each) =>
    each.kind === 'off' ? { ...each, from: '', to: '' } : each,
  ),
})

const ofCall = ({ exceptions, ...rest }: Values): Availability => ({
  ...rest,
  exceptions: exceptions.map(({ day, kind, from, to }) =>
    kind === 'off' ? { day, kind } : { day, kind, from, to },
  ),
})

export const AvailabilityForm = ({ availability }: { availability: Availability }) => {
  const change = useApiMutation(consultations.changeAvailability)
  const { form, field, errorOf, frame } = useAppForm({
    schema: Values,
    idPrefix: 'hours-',
    defaultValues: ofForm(availability),
    labels: LABELS,
    save: (values) => change.mutateAsync({ body: ofCall(values) }),
    saved: 'Your hours have been saved',
    failed: 'That could not be saved. Please try again.',
  })
  const { label: openLabel, error: _, ...open } = field('open')
  const weekly = useFieldArray({ control: form.control, name: 'weekly' })
  const exceptions = useFieldArray({ control: form.control, name: 'exceptions' })
  const kinds = form.watch('exceptions').map(({ kind }) => kind)
  return (
    <ChangeForm {...frame} className="space-y-6" action="Save">
      <Checkbox {...open} label={openLabel} />
      <TextField
        {...field('video_url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="The address of your meeting room. Families get it once they have confirmed."
      />
      <TimeZoneField
        id="hours-time_zone"
        label={LABELS.time_zone}
        error={errorOf('time_zone')}
        value={form.watch('time_zone')}
        onChange={(zone) => form.setValue('time_zone', zone, { shouldDirty: true })}
      />
      <fieldset id="hours-weekly" tabIndex={-1} className="space-y-3">
        <legend className="font-semibold">{LABELS.weekly}</legend>
        {weekly.fields.map(({ id }, i) => (
          <div key={id} className="flex flex-wrap items-end gap-3">
            <div className="w-40">
              <Select
                {...form.register(`weekly.${i}.weekday`)}
                id={`hours-weekly-${i}-weekday`}
                label="Day"
                options={WEEKDAY_OPTIONS}
              />
            </div>
            <Times
              id={`hours-weekly-${i}`}
              from={form.register(`weekly.${i}.from`)}
              to={form.register(`weekly.${i}.to`)}
            />
            <IconButton label="Remove these hours" onClick={() => weekly.remove(i)}>
              <Trash aria-hidden size={18} />
            </IconButton>
          </div>
        ))}
        <FieldError id="hours-weekly" error={errorOf('weekly')} />
        <Button
          size="small"
          variant="secondary"
          icon={<Plus aria-hidden size={16} />}
          onClick={() => weekly.append({ weekday: 'MO', from: '09:00', to: '12:00' })}
        >
          Add hours
        </Button>
      </fieldset>
      <fieldset id="hours-exceptions" tabIndex={-1} className="space-y-3">
        <legend className="font-semibold">{LABELS.exceptions}</legend>
        {exceptions.fields.map(({ id }, i) => (
          <div key={id} className="flex flex-wrap items-end gap-3">
            <div className="w-44">
              <Select
                {...form.register(`exceptions.${i}.kind`)}
                id={`hours-exceptions-${i}-kind`}
                label="What"
                options={KINDS}
              />
            </div>
            <TextField
              {...form.register(`exceptions.${i}.day`)}
              id={`hours-exceptions-${i}-day`}
              label="Date"
              type="date"
            />
            {kinds[i] === 'extra' ? (
              <Times
                id={`hours-exceptions-${i}`}
                from={form.register(`exceptions.${i}.from`)}
                to={form.register(`exceptions.${i}.to`)}
              />
            ) : null}
            <IconButton label="Remove this day" onClick={() => exceptions.remove(i)}>
              <Trash aria-hidden size={18} />
            </IconButton>
          </div>
        ))}
        <FieldError id="hours-exceptions" error={errorOf('exceptions')} />
        <Button
          size="small"
          variant="secondary"
          icon={<Plus aria-hidden size={16} />}
          onClick={() => exceptions.append({ day: '', kind: 'off', from: '09:00', to: '12:00' })}
        >
          Add a day
        </Button>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('buffer_minutes')} type="number" min={0} max={120} />
        <TextField {...field('per_day')} type="number" min={1} max={20} />
        <TextField
          {...field('notice_hours')}
          type="number"
          min={0}
          max={336}
          hint="How much notice families must give when they book."
        />
        <TextField
          {...field('days_ahead')}
          type="number"
          min={1}
          max={120}
          hint="How far ahead families can book."
        />
      </div>
    </ChangeForm>
  )
}

type TimesProps = { id: string; from: UseFormRegisterReturn; to: UseFormRegisterReturn }

const Times = ({ id, from, to }: TimesProps) => (
  <>
    <TextField {...from} id={`${id}-from`} label="From" type="time" />
    <TextField {...to} id={`${id}-to`} label="To" type="time" />
  </>
)
