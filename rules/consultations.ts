import { addDays } from './plan.ts'
import { type Weekday, WEEKDAYS } from './recurrence.ts'
import { instantOf, wallAt } from './time-zones.ts'
import { dayOf } from './wall-time.ts'

// When a teacher can be booked for a consultation. Hours are wall time where the teacher is: nine is nine before and after the
// clocks change. A consultation takes half an hour of real time, whatever the clocks do meanwhile.

/** minutes */
export const CONSULTATION_MINUTES = 30
/** minutes for which a time is kept for somebody who has not confirmed it yet */
export const HOLD_MINUTES = 15
/** minutes before the beginning from which one can have met: people come early */
const EARLY_MINUTES = 10
/** hours before the beginning at which both sides are reminded */
const REMINDER_HOURS = [24, 1] as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LENGTH_MS = CONSULTATION_MINUTES * MINUTE_MS

/** From one time of the day to another, `HH:MM`. */
type Hours = { from: string; to: string }
export type WeeklyHours = Hours & { weekday: Weekday }
/** A day without any times, or with further ones. */
export type DayException = { day: string } & ({ kind: 'off' } | ({ kind: 'extra' } & Hours))

export type WeeklyAvailability = {
  time_zone: string
  weekly: readonly WeeklyHours[]
  exceptions: readonly DayException[]
  /** Free before and after each consultation. */
  buffer_minutes: number
  /** How long before the beginning one can book at the latest. */
  notice_hours: number
  days_ahead: number
  /** Consultations in a day at most. */
  per_day: number
}

/**
 * The beginnings (ISO 8601) of what can be booked on these days of the teacher's, in the order of time.
 * @param booked beginnings of what is booked or held
 */
export const openSlots = (
  availability: WeeklyAvailability,
  booked: readonly string[],
  { from, to, now }: { from: string; to: string; now: Date },
): string[] => {
  const { time_zone, notice_hours, days_ahead, per_day, buffer_minutes } = availability
  const today = dayOf(wallAt(now.toISOString(), time_zone))
  const last = addDays(today, days_ahead)
  const earliest = now.getTime() + notice_hours * HOUR_MS
  const taken = booked.map((start) => Date.parse(start))
  const perDay = Map.groupBy(booked, (start) => dayOf(wallAt(start, time_zone)))
  const apart = LENGTH_MS + buffer_minutes * MINUTE_MS
  const slots: string[] = []
  for (let day = from < today ? today : from; day <= to && day <= last; day = addDays(day, 1)) {
    if ((perDay.get(day)?.length ?? 0) >= per_day) continue
    for (const start of slotsOn(availability, day)) {
      if (start < earliest || taken.some((other) => Math.abs(other - start) < apart)) continue
      slots.push(new Date(start).toISOString())
    }
  }
  return slots
}

/** Beginnings in milliseconds, in the order of time; the same one once, also where hours overlap. */
const slotsOn = (
  { time_zone, weekly, exceptions, buffer_minutes }: WeeklyAvailability,
  day: string,
) => {
  const special = exceptions.filter((exception) => exception.day === day)
  if (special.some(({ kind }) => kind === 'off')) return []
  const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]
  const hours: Hours[] = [
    ...weekly.filter((each) => each.weekday === weekday),
    ...special.flatMap((exception) => (exception.kind === 'extra' ? [exception] : [])),
  ]
  const step = LENGTH_MS + buffer_minutes * MINUTE_MS
  const starts = hours.flatMap((each) => startsWithin(each, { day, time_zone, step }))
  const ordered = [...new Set(starts)].toSorted((a, b) => a - b)
  // Hours that overlap at odd times are no more time than there is.
  return ordered.reduce<number[]>(
    (kept, start) => (start - (kept.at(-1) ?? -Infinity) < step ? kept : [...kept, start]),
    [],
  )
}

const startsWithin = (
  { from, to }: Hours,
  { day, time_zone, step }: { day: string; time_zone: string; step: number },
): number[] => {
  const [begins, ends] = [`${day}T${from}:00`, `${day}T${to}:00`]
  const end = Date.parse(instantOf(ends, time_zone))
  const starts: number[] = []
  for (let at = Date.parse(instantOf(begins, time_zone)); at + LENGTH_MS <= end; at += step) {
    // Of hours that begin or end while the clocks skip one, what lies beyond them is not offered.
    const wall = wallAt(new Date(at).toISOString(), time_zone)
    if (begins <= wall && wall < ends) starts.push(at)
  }
  return starts
}

/** Whether it can be said that they have met: not long before it begins. */
export const mayHaveMet = (startsAt: string, now: Date): boolean =>
  now.getTime() >= Date.parse(startsAt) - EARLY_MINUTES * MINUTE_MS

/** When the next reminder is due (ISO 8601); null when none is left. */
export const nextConsultationReminder = (startsAt: string, now: Date): string | null => {
  const due = REMINDER_HOURS.map((hours) => Date.parse(startsAt) - hours * HOUR_MS)
  const next = due.find((at) => now.getTime() < at)
  return next === undefined ? null : new Date(next).toISOString()
}
