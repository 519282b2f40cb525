import { storeAvailability } from '#features/consultations'
import type { Db } from '#platform/database'
import { addDays } from '#rules/plan'
import { WEEKDAYS } from '#rules/recurrence'
import { instantOf } from '#rules/time-zones'

import type { SamplePeople } from './content.ts'

const TIME_ZONE = 'Europe/Stockholm'
const HALF_HOUR_MS = 30 * 60_000

const FAMILIES = [
  {
    // Days from the creation of the sample.
    days: 2,
    time: '16:00',
    state: 'confirmed',
    name: 'Amina Diallo',
    email: 'amina@example.net',
    notes: 'Our daughter is 12 and draws maps of places that do not exist.',
    time_zone: 'America/New_York',
  },
  {
    days: -3,
    time: '09:30',
    state: 'met',
    name: 'Jonas Weber',
    email: 'jonas@example.net',
    notes: 'Two boys, 9 and 14. The older one wants to leave school.',
    time_zone: 'Europe/Berlin',
  },
] as const

/** The advisor's bookable hours, an upcoming consultation and a past one. */
export const insertSampleConsultations = async (
  db: Db,
  { advisor }: SamplePeople,
  now: Date,
): Promise<void> => {
  const hours = { open: true, time_zone: TIME_ZONE, video_url: 'https://meet.example.org/samuel' }
  const weekly = WEEKDAYS.slice(0, 5).flatMap((weekday) => [
    { weekday, from: '09:00', to: '10:30' },
    { weekday, from: '15:30', to: '17:00' },
  ])
  const limits = { buffer_minutes: 0, notice_hours: 12, days_ahead: 30, per_day: 4 }
  await storeAvailability(db, advisor, { ...hours, ...limits, weekly, exceptions: [] }, now)
  const at = now.toISOString()
  const rows = FAMILIES.map(({ days, time, ...family }) => {
    const day = addDays(at.slice(0, 10), days)
    const starts_at = instantOf(`${day}T${time}:00`, TIME_ZONE)
    const ends_at = new Date(Date.parse(starts_at) + HALF_HOUR_MS).toISOString()
    const held = { held_until: at, created_at: at, changed_at: at }
    return { ...family, ...held, host_id: advisor, starts_at, ends_at }
  })
  await db.insertInto('consultations').values(rows).execute()
}
