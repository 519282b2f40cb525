import { NewEvent } from '#contract/calendar'
import { addEvent } from '#features/calendar'
import type { Db } from '#platform/database'
import { addDays } from '#rules/plan'
import { instantOf } from '#rules/time-zones'

import type { SamplePeople } from './content.ts'

type SampleEvent = {
  owner: keyof SamplePeople
  title: string
  /** Days from the creation of the sample. */
  days: number
  /** Wall time; undefined for all-day events. */
  from?: string
  to?: string
  recurrence?: { every: 'week' | 'month' | 'year'; by?: 'weekday' }
  reminder?: number
  notes?: string
  meets?: keyof SamplePeople
}

const TIME_ZONE = 'Europe/Stockholm'

const EVENTS: readonly SampleEvent[] = [
  {
    owner: 'student',
    title: 'Climbing',
    days: -20,
    from: '17:00',
    to: '18:30',
    recurrence: { every: 'week' },
    reminder: 60,
  },
  { owner: 'student', title: 'Half marathon', days: 19, notes: 'Start at the old mill.' },
  { owner: 'student', title: 'Shift at the bakery', days: 3, from: '06:00', to: '09:00' },
  {
    owner: 'child',
    title: 'Swimming',
    days: -6,
    from: '15:30',
    to: '16:30',
    recurrence: { every: 'week' },
  },
  {
    owner: 'parent',
    title: 'Parents’ evening',
    days: 8,
    from: '18:30',
    to: '20:00',
    recurrence: { every: 'month', by: 'weekday' },
    reminder: 1440,
  },
  { owner: 'advisor', title: 'Reading week', days: 27 },
  {
    owner: 'advisor',
    title: 'How the plan goes',
    days: 2,
    from: '10:00',
    to: '10:30',
    meets: 'student',
  },
  {
    owner: 'advisor',
    title: 'The kite, and what comes next',
    days: 5,
    from: '14:00',
    to: '14:30',
    meets: 'child',
  },
]

/** Creates the sample people's calendar events, around the day of creation. */
export const createSampleEvents = async (
  db: Db,
  people: SamplePeople,
  now: Date,
): Promise<void> => {
  for (const { owner, meets, days, from, to, ...event } of EVENTS) {
    const day = addDays(now.toISOString().slice(0, 10), days)
    const times =
      from && to
        ? {
            start: instantOf(`${day}T${from}`, TIME_ZONE),
            end: instantOf(`${day}T${to}`, TIME_ZONE),
          }
        : { start: day, end: addDays(day, 1), all_day: true }
    const body = NewEvent.parse({ ...event, ...times, time_zone: TIME_ZONE })
    await addEvent(db, people[owner], body, now, meets && people[meets])
  }
}
