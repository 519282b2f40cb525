import { sql } from 'kysely'

import { listMessageFiles } from '#features/files'
import type { Db } from '#platform/database'

import { listRefusedFiles } from './quoted-files.ts'
import { isToldOfWithheldThread, wasSentTo, withheldFrom, threadWithheldFrom } from './withheld.ts'

type Row = Record<string, unknown>

/** Staff actions on a report would reveal that it exists. */
const ABOUT_REPORTS = new Set([
  'safety_report_changed',
  'safety_report_released',
  'person_reported',
  'person_report_closed',
])

/** Staff actions whose reason may tell of a report, and is for staff like their notes. */
const FOR_STAFF = new Set([
  'guardian_overridden',
  'birthday_corrected',
  'person_suspended',
  'signed_in_as',
  'suspension_lifted',
  'role_changed',
  'tier_changed',
])

const withoutReason = (row: Row): Row =>
  FOR_STAFF.has(String(row['action']))
    ? { ...row, detail: { ...(row['detail'] as Row), reason: undefined } }
    : row

/** Purposes of files that are not their owner's to see: those of reports, and rows that reserve space or a storage key. */
const INTERNAL = new Set(['report', 'hold', 'copy'])

/** Tables with rows about an attempt. */
const ABOUT_WORK = ['attempt_comments', 'decisions', 'portfolio_items']

/** A placeholder, because an SQL list of ids must not be empty. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A partly withheld conversation: the first withheld number, and the time of the last message before it. */
type Cut = { id: string; from: number; last_at: string | null }

/**
 * Returns a function that removes data withheld from guardians from a row of a person's export, or returns undefined if nothing
 * is left. Guardians can open a child's export as well, and it is stored on the child's device. On the site, the child can still
 * read everything.
 * @param options.guardianId of a guardian's export: removes work that the learner has withdrawn, too, of which the site shows guardians none
 */
export const withoutWithheld = async (
  db: Db,
  learnerId: string,
  { guardianId }: { guardianId?: string | undefined } = {},
): Promise<(table: string, row: Row) => Row | undefined> => {
  const isAll = guardianId === undefined && (await isWithoutFamily(db, learnerId))
  const talks = isAll ? new Map<string, Cut>() : await listCutTalks(db, learnerId)
  const threads = isAll ? new Map<string, Cut>() : await listCutThreads(db, learnerId, guardianId)
  const work = isAll
    ? new Set<string>()
    : await listWithheldWork(db, learnerId, guardianId !== undefined)
  const files = await listWithheldFiles(db, { learnerId, threads, work })
  const withoutWork = (row: Row) => (work.has(String(row['attempt_id'])) ? undefined : row)
  const shown: Record<string, (row: Row) => Row | undefined> = {
    tutor_conversations: (row) => cutShort(row, talks.get(String(row['id']))),
    tutor_messages: (row) => before(row, talks.get(String(row['conversation_id']))),
    conversations: (row) => cutShort(row, threads.get(String(row['id']))),
    conversation_members: (row) => readUpTo(row, threads.get(String(row['conversation_id']))),
    messages: (row) => before(row, threads.get(String(row['conversation_id']))),
    files: (row) =>
      files.has(String(row['id'])) || INTERNAL.has(String(row['purpose'])) ? undefined : row,
    attempts: (row) => (work.has(String(row['id'])) ? undefined : row),
    ...Object.fromEntries(ABOUT_WORK.map((table) => [table, withoutWork])),
    audit_log: (row) =>
      ABOUT_REPORTS.has(String(row['action'])) ||
      (row['detail'] as Row | null)?.['relation'] === 'safeguarding' ||
      (!isAll && (row['detail'] as Row | null)?.['may'] === 'readSafetyReports')
        ? undefined
        : withoutReason(row),
  }
  return (table, row) => (shown[table] ? shown[table](row) : row)
}

/** True for an adult without guardians: nobody is left from whom anything of theirs is withheld. */
export const isWithoutFamily = async (db: Db, personId: string): Promise<boolean> => {
  const found = await db
    .selectFrom('accounts as person')
    .select('person.id')
    .where('person.id', '=', personId)
    .where(sql<boolean>`coalesce(
      person.date_of_birth <= current_date - interval '18 years', person.declared_adult)`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom('standing_links').select('id').whereRef('learner_id', '=', 'person.id')),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

const listWithheldWork = async (
  db: Db,
  learnerId: string,
  withWithdrawn: boolean,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', learnerId)
    .where(({ eb, lit, or }) =>
      or([
        eb('held_back', '=', true),
        eb(lit(withWithdrawn), '=', true).and('state', '=', 'withdrawn'),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Withheld = { learnerId: string; threads: Map<string, Cut>; work: Set<string> }

/** Files of withheld messages and work. */
const listWithheldFiles = async (
  db: Db,
  { learnerId, threads, work }: Withheld,
): Promise<Set<string>> => {
  const sent = await db
    .selectFrom('message_files')
    .innerJoin('messages', 'messages.id', 'message_files.message_id')
    .select(['message_files.file_id', 'messages.conversation_id', 'messages.number'])
    .where('messages.author_id', '=', learnerId)
    .where('messages.conversation_id', 'in', [NO_ID, ...threads.keys()])
    .execute()
  const handedIn = await db
    .selectFrom('attempts')
    .select(sql<string[]>`jsonb_path_query_array(blocks, '$[*].file_id')`.as('file_ids'))
    .where('id', 'in', [NO_ID, ...work])
    .execute()
  const refused = await listRefusedFiles(db, await listMessageFiles(db, learnerId))
  return new Set([
    ...refused,
    ...sent.flatMap(({ file_id, conversation_id, number }) =>
      number >= threads.get(conversation_id)!.from ? [file_id] : [],
    ),
    ...handedIn.flatMap(({ file_ids }) => file_ids),
  ])
}

const before = (row: Row, cut: Cut | undefined) =>
  cut && Number(row['number']) >= cut.from ? undefined : row

/** A conversation without visible messages is omitted. */
const cutShort = (row: Row, cut: Cut | undefined): Row | undefined => {
  if (!cut) return row
  return cut.last_at === null ? undefined : { ...row, last_message_at: cut.last_at }
}

const readUpTo = (row: Row, cut: Cut | undefined): Row | undefined => {
  if (!cut) return row
  if (cut.last_at === null) return undefined
  const upTo = (column: string) => ({ [column]: Math.min(Number(row[column]), cut.from - 1) })
  return { ...row, ...upTo('read_number'), ...upTo('told_number') }
}

const byId = (cuts: readonly Cut[]) => new Map(cuts.map((cut) => [cut.id, cut]))

/** Written as in the exported rows: another notation would tell which are partly withheld. */
const lastAt = sql<string | null>`to_json(max(message.created_at)) #>> '{}'`

const listCutTalks = async (db: Db, learnerId: string) =>
  byId(
    await db
      .selectFrom(
        db
          .selectFrom('tutor_conversations')
          .select(({ ref }) => ['id', withheldFrom(ref('tutor_conversations.id')).as('from')])
          .where('learner_id', '=', learnerId)
          .as('cut'),
      )
      .leftJoin('tutor_messages as message', (join) =>
        join
          .onRef('message.conversation_id', '=', 'cut.id')
          .onRef('message.number', '<', 'cut.from'),
      )
      .select(['cut.id', 'cut.from', lastAt.as('last_at')])
      .where('cut.from', 'is not', null)
      .groupBy(['cut.id', 'cut.from'])
      .$narrowType<{ from: number }>()
      .execute(),
  )

/** Condition on `cut`: the guardian takes part in the conversation and was sent everything that is withheld. */
const wasSentRest = (guardianId: string) =>
  sql<boolean>`(exists (select from conversation_members
      where conversation_id = cut.id and user_id = ${guardianId})
    and not exists (select from messages as message
      where message.conversation_id = cut.id and message.number >= cut.from
        and not ${wasSentTo(sql.val(guardianId))}))`

/**
 * Of learners alone: nobody else's family reads their export, and an adult would learn from it that there is a report about what they
 * wrote. So would a learner from their own, unless they are told of it anyway.
 */
const listCutThreads = async (db: Db, learnerId: string, guardianId: string | undefined) =>
  byId(
    await db
      .selectFrom(
        db
          .selectFrom('conversation_members as member')
          .innerJoin('accounts as person', 'person.id', 'member.user_id')
          .select(({ ref }) => [
            'member.conversation_id as id',
            'member.first_number',
            threadWithheldFrom(ref('member.conversation_id'), ref('member.user_id')).as('from'),
          ])
          .where('member.user_id', '=', learnerId)
          .where(
            sql<boolean>`(person.role = 'student' or coalesce(
              person.date_of_birth > current_date - interval '18 years', not person.declared_adult))`,
          )
          .$if(guardianId === undefined, (query) =>
            query.where(({ ref }) =>
              isToldOfWithheldThread(ref('member.conversation_id'), ref('member.user_id')),
            ),
          )
          .as('cut'),
      )
      .leftJoin('messages as message', (join) =>
        join
          .onRef('message.conversation_id', '=', 'cut.id')
          .onRef('message.number', '<', 'cut.from')
          .onRef('message.number', '>=', 'cut.first_number'),
      )
      .select(['cut.id', 'cut.from', lastAt.as('last_at')])
      .where('cut.from', 'is not', null)
      .$if(guardianId !== undefined, (query) =>
        query.where(sql<boolean>`not ${wasSentRest(guardianId!)}`),
      )
      .groupBy(['cut.id', 'cut.from'])
      .$narrowType<{ from: number }>()
      .execute(),
  )
