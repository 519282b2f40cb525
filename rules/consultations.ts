import { addDays } from './plan.ts'
import { type Weekday, WEEKDAYS } from './recurrence.ts'
import { instantOf, wallAt } from './time-zones.ts'
import { dayOf } from './wall-time.ts'

// Bookable times of a teacher. Hours are wall time in the teacher's time zone: nine is nine before and after a clock change. A
// consultation takes half an hour of elapsed time even across a clock change.

export const CONSULTATION_MINUTES = 30
/** Minutes for which an unconfirmed slot is reserved. */
export const HOLD_MINUTES = 15
/** Minutes before the start from which a meeting can be recorded: people come early. */
const EARLY_MINUTES = 10
/** Hours before the start at which both sides get a reminder. */
const REMINDER_HOURS = [24, 1] as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LENGTH_MS = CONSULTATION_MINUTES * MINUTE_MS

/** `HH:MM`. */
type Hours = { from: string; to: string }
export type WeeklyHours = Hours & { weekday: Weekday }
/** A day off, or additional hours on a day. */
export type DayException = { day: string } & ({ kind: 'off' } | ({ kind: 'extra' } & Hours))

export type WeeklyAvailability = {
  time_zone: string
  weekly: readonly WeeklyHours[]
  exceptions: readonly DayException[]
  /** Free time before and after each consultation. */
  buffer_minutes: number
  /** Minimum lead time of a booking. */
  notice_hours: number
  days_ahead: number
  /** Maximum consultations per day. */
  per_day: number
}

/**
 * Start times (ISO 8601) of bookable slots on these days of the teacher, in order.
 * @param booked start times of booked or held slots
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

/** Start times in milliseconds, in order; distinct even if hours overlap. */
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
  // Overlapping hours with different offsets must not yield overlapping slots.
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
    // If hours begin or end in a gap of a clock change, skips times outside of them.
    const wall = wallAt(new Date(at).toISOString(), time_zone)
    if (begins <= wall && wall < ends) starts.push(at)
  }
  return starts
}

/** True once a meeting can be recorded, shortly before the start. */
export const canRecordMeeting = (startsAt: string, now: Date): boolean =>
  now.getTime() >= Date.parse(startsAt) - EARLY_MINUTES * MINUTE_MS

/** Time of the next reminder (ISO 8601); null if none is left. */
export const nextConsultationReminder = (startsAt: string, now: Date): string | null => {
  const due = REMINDER_HOURS.map((hours) => Date.parse(startsAt) - hours * HOUR_MS)
  const next = due.find((at) => now.getTime() < at)
  return next === undefined ? null : new Date(next).toISOString()
}
