import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { calendar, type ImportResult, MAX_IMPORTED_EVENTS } from '#contract/calendar'
import { receiveForm, storageOf } from '#features/files'
import { type Db, transaction } from '#platform/database'
import { inDecodingProcess, UndecodableFile } from '#platform/decoding'
import { invalid, type Parts, tooLarge } from '#platform/http'

import { requireCapacity, toWireTime } from './change-event.ts'
import type { Event } from './occurrences.ts'
import { insertEvents, listByUid, updateEvent } from './queries.ts'
import type { FoundCalendar, FoundEvent } from './read-ics.ts'

/** In bytes; enough for years of a busy person's calendar. */
const MAX_BYTES = 1_000_000

const readIcs = inDecodingProcess<{ file: string; timeZone: string }, FoundCalendar>(
  new URL('./read-ics.ts', import.meta.url),
  'readIcs',
  { seconds: 10, mb: 400 },
)

type Importing = { ownerId: string; request: FastifyRequest; scratch: string }

/**
 * Imports the events of a file into a person's own calendar. Events imported before are matched by UID and updated; importing the
 * same file twice changes nothing.
 */
export const importEvents = (
  parts: Parts,
  { ownerId, request, scratch }: Importing,
): Promise<ImportResult> => {
  const { db, clock } = parts
  return receiveForm(
    storageOf(parts),
    scratch,
    { request, ownerId },
    calendar.importEvents.form,
    async ({ fields, files: [file] }) => {
      const { time_zone: timeZone, preview } = fields
      if (file!.size > MAX_BYTES) throw tooLarge('A calendar file can be up to 1 MB.')
      const found = await readIcs({ file: file!.place, timeZone }, ownerId).catch(unreadable)
      if (found.events.length > MAX_IMPORTED_EVENTS) {
        throw invalid(`A file can contain at most ${MAX_IMPORTED_EVENTS} events.`)
      }
      return transaction(db, async (db) => {
        const decided = await decide(db, ownerId, found)
        if (preview === 'false') await store(db, ownerId, decided, clock())
        return { events: decided.map(resultOf), unknown_zones: found.unknownZones }
      })
    },
  )
}

const unreadable = (error: unknown): never => {
  if (!(error instanceof UndecodableFile)) throw error
  throw invalid('This could not be read as a calendar (iCalendar, .ics).', {
    file: 'Please choose a calendar file (.ics).',
  })
}

type Stored = Awaited<ReturnType<typeof listByUid>>[number]
type Decided = FoundEvent & {
  outcome: ImportResult['events'][number]['outcome']
  stored: Stored | undefined
}

const decide = async (
  db: Db,
  ownerId: string,
  { events, isOurs }: FoundCalendar,
): Promise<Decided[]> => {
  const stored = await listByUid(
    db,
    ownerId,
    events.map(({ uid }) => uid),
  )
  const byUid = new Map(stored.map((event) => [event.uid, event]))
  return events.map((event) => {
    const known = byUid.get(event.uid)
    return { ...event, stored: known, outcome: outcomeOf(event, known, isOurs) }
  })
}

const outcomeOf = (
  { said, problem, ...event }: FoundEvent,
  known: Stored | undefined,
  isOurs: boolean,
) => {
  if (problem !== null || !said) return 'skipped'
  // A meeting is changed in the calendar itself, where its words are screened and the learner is notified.
  if (known?.learner_id) return 'same'
  if (!known || known.removed_at) return 'new'
  // Our own feeds omit private fields, so they do not count as changes.
  const isSame = isOurs || fingerprint({ ...event, ...said }) === fingerprint(known)
  return isSame ? 'same' : 'changed'
}

/** Hash of an event's content; stored rows return their JSON fields in another order. */
const fingerprint = ({ recurrence, exceptions, ...said }: Event): string => {
  const words = ({
    title,
    notes,
    all_day,
    starts,
    ends,
    time_zone,
  }: Omit<Event, 'recurrence' | 'exceptions'>) => [
    title,
    notes,
    all_day,
    starts,
    ends,
    all_day || time_zone,
  ]
  const rule = recurrence && [
    recurrence.every,
    recurrence.interval,
    recurrence.weekdays,
    recurrence.by,
    recurrence.until,
    recurrence.count,
  ]
  return JSON.stringify([
    words(said),
    rule,
    exceptions.map(({ occurrence, said }) => [occurrence, said && words(said)]),
  ])
}

const store = async (db: Db, ownerId: string, decided: readonly Decided[], now: Date) => {
  const all = decided.flatMap(({ said, outcome, ...event }) =>
    said && (outcome === 'new' || outcome === 'changed') ? [{ ...event, ...said }] : [],
  )
  const added = all.filter(({ stored }) => !stored)
  const back = all.filter(({ stored }) => stored?.removed_at)
  const series = all.filter(
    ({ recurrence, stored }) => recurrence && (!stored?.recurrence || stored.removed_at),
  )
  const changed = all.reduce(
    (sum, { exceptions, stored }) =>
      sum + exceptions.length - (stored && !stored.removed_at ? stored.exceptions.length : 0),
    0,
  )
  const events = added.length + back.length
  await requireCapacity(db, ownerId, { events, series: series.length, changed })
  const rows = added.map((event) => ({
    ...event,
    id: randomUUID(),
    owner_id: ownerId,
    reminder: null,
  }))
  await insertEvents(db, rows, now)
  for (const { stored, ...event } of all) {
    if (stored) await updateEvent(db, stored.id, { ...event, reminder: stored.reminder }, now)
  }
}

const resultOf = ({ title, said, recurrence, outcome, problem }: Decided) => ({
  title,
  start: said && toWireTime(said, said.starts),
  all_day: said?.all_day ?? false,
  repeats: recurrence !== null,
  outcome,
  reason: problem,
})
