import { Day } from '#contract/fields'
import { addDays } from '#rules/plan'
import { weekdayOf, WEEKDAYS } from '#rules/recurrence'
import { Checkbox, Select, TextField } from '#ui'

import { type EventFormApi, type EventValues, LABELS } from './event-values.ts'
import { placeName, weekdayName } from './labels.ts'

type RepeatFieldsProps = Pick<EventFormApi, 'form' | 'field'>

/** Recurrence of an event: rule, end and weekdays. */
export const RepeatFields = ({ form, field }: RepeatFieldsProps) => {
  const [day, repeat, ends] = form.watch(['start', 'repeat', 'ends'])
  return (
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
  )
}

const INTERVALS = {
  never: '',
  day: 'In days: 2 means every other day',
  week: 'In weeks: 2 means every other week',
  month: 'In months: 2 means every other month',
  month_weekday: 'In months: 2 means every other month',
  month_last: 'In months: 2 means every other month',
  year: 'In years: 2 means every other year',
} satisfies Record<EventValues['repeat'], string>

const END_OPTIONS = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of times' },
]

/** Options of `repeat`, named after the first day: "Every month on the second Tuesday". */
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

/** The weekday of the first day is always included. */
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
