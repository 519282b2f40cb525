import { buffer } from 'node:stream/consumers'

import type * as z from 'zod/mini'

import {
  Archive,
  type EarlierSummary,
  type earlierWork,
  MAX_RECORD,
  RECORD_VERSION,
} from '#contract/earlier-work'
import {
  dropFiles,
  findOwnFile,
  requireSpace,
  storageOf,
  claimAsEarlierWork,
} from '#features/files'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import {
  type Audit,
  conflict,
  invalid,
  type RunOnce,
  parseInput,
  type Parts,
  tooLarge,
  unprocessable,
} from '#platform/http'

import { listEarlierWork, listFilesOf, removeEarlierWork } from './queries.ts'

type Bring = typeof earlierWork.bringEarlierWork
type By = {
  callerId: string
  learnerId: string
  once: RunOnce
  audit: Audit
}
type ImportInput = z.output<Bring['body']>

/**
 * Imports work from another site: the original record, and its files, which were uploaded and sanitized like all others. None of
 * it counts here, because anyone can write such a record.
 */
export const importEarlierWork = async (
  parts: Parts,
  { callerId, learnerId, once, audit }: By,
  { record, files, replace }: ImportInput,
): Promise<EarlierSummary> => {
  const { archive, sha256 } = await readArchive(parts, callerId, record)
  const fileOf = new Map(files.map(({ key, file_id }) => [key, file_id]))
  const wanted = new Set(archive.files.map(({ key }) => key))
  if (wanted.size !== fileOf.size || [...wanted].some((key) => !fileOf.has(key))) {
    throw invalid('Some files from this export did not arrive. Please try again.')
  }

  return once(async (db) => {
    await lockLearner(db, learnerId)
    const before = await listEarlierWork(db, learnerId)
    const same = before.find((each) => each.sha256 === sha256)
    if (same) return same
    const [own] = archive.records
    const older = before.find(({ site }) => site.url === own!.site.url)
    if (older) await makeWay(db, learnerId, older, own!.made_at, replace)
    else if (before.length >= MAX_SITES) {
      throw conflict(
        `You’ve imported work from ${MAX_SITES} other sites, which is the limit. Remove some first.`,
      )
    }

    await takeFiles(parts, db, [...fileOf.values()], { from: callerId, to: learnerId })
    const added = await db
      .insertInto('earlier_work')
      .values({
        learner_id: learnerId,
        brought_at: parts.clock().toISOString(),
        sha256,
        site_url: own!.site.url,
        made_at: own!.made_at,
        records: JSON.stringify(archive.records),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const handedIn = filesHandedIn(archive)
    const rows = [...fileOf].map(([key, file_id]) => ({
      earlier_work_id: added.id,
      file_id,
      key,
      handed_in: handedIn.has(key),
    }))
    if (rows.length > 0) await db.insertInto('earlier_files').values(rows).execute()
    await audit(db, 'earlier_work_brought', { site: own!.site.url })
    const kept = await listEarlierWork(db, learnerId)
    return kept.find(({ id }) => id === added.id)!
  })
}

const NOT_A_RECORD = 'This isn’t an export that can be imported.'

const readArchive = async (
  { db, files }: Parts,
  ownerId: string,
  id: string,
): Promise<{ archive: Archive; sha256: string }> => {
  const file = await findOwnFile(db, ownerId, id)
  if (!file?.sha256 || !file.content_type?.startsWith('text/')) throw invalid(NOT_A_RECORD)
  if (file.size > MAX_RECORD) {
    throw tooLarge('The record in this export is larger than 8 MB, the limit for an import.')
  }
  const bytes = await files.get(file.storage_key)
  if (!bytes) throw invalid(NOT_A_RECORD)
  return { archive: archiveIn(await buffer(bytes)), sha256: file.sha256 }
}

/** More than in any exported record of that size. */
const MAX_VALUES = 100_000

/** Two a day for seven years; a page shows all of them. */
const MAX_PIECES = 5000

const piecesIn = ({ records }: Archive): number =>
  records.reduce(
    (sum, { quests }) => sum + quests.reduce((inner, { pieces }) => inner + pieces.length, 0),
    0,
  )

const TOO_MUCH = 'This export is too large to import.'

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...Buffer.from('"\\,[{')]

/** Counts without parsing, because parsing too many values would block others as well. */
const holdsTooMuch = (json: Buffer): boolean => {
  let [commas, opened] = [0, 0]
  let isText = false
  for (let at = 0; at < json.length && Math.max(commas, opened) <= MAX_VALUES; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA) commas += 1
    else if (byte === LIST || byte === OBJECT) opened += 1
  }
  return Math.max(commas, opened) > MAX_VALUES
}

const archiveIn = (bytes: Buffer): Archive => {
  if (holdsTooMuch(bytes)) throw tooLarge(TOO_MUCH)
  const content = orNoRecord(() => JSON.parse(bytes.toString()) as unknown)
  const { version } = (content ?? {}) as { version?: unknown }
  if (typeof version === 'number' && version > RECORD_VERSION) {
    throw unprocessable(
      'This export was made by a newer version of Lodestar than this site has. Please ask the people who run this site to upgrade it.',
    )
  }
  const archive = orNoRecord(() => parseInput(Archive, content))
  if (piecesIn(archive) > MAX_PIECES) throw tooLarge(TOO_MUCH)
  return archive
}

const orNoRecord = <T>(read: () => T): T => {
  try {
    return read()
  } catch {
    throw invalid(NOT_A_RECORD)
  }
}

/** Each may be several megabytes, and the next export contains all of them. */
const MAX_SITES = 5

/** Only the newest export of a site is stored. */
const makeWay = async (
  db: Db,
  learnerId: string,
  older: EarlierSummary,
  madeAt: string,
  replace: boolean,
) => {
  if (older.made_at >= madeAt)
    throw conflict('You’ve already imported a newer export from that site.')
  if (!replace)
    throw conflict(
      'You’ve already imported an older export from that site. Please confirm that this one replaces it.',
    )
  const files = await listFilesOf(db, [older.id])
  await removeEarlierWork(db, older.id)
  await dropFiles(
    db,
    learnerId,
    files.map(({ id }) => id),
  )
}

const takeFiles = async (
  parts: Parts,
  db: Db,
  ids: readonly string[],
  people: { from: string; to: string },
) => {
  const taken = await claimAsEarlierWork(db, ids, people)
  if (taken.length !== ids.length) {
    throw invalid('Some files from this export did not arrive. Please try again.')
  }
  await requireSpace(db, storageOf(parts), people.to)
}

const filesHandedIn = ({ records }: Archive): Set<string | undefined> =>
  new Set(
    records.flatMap(({ quests }) =>
      quests.flatMap(({ pieces }) =>
        pieces.flatMap(({ blocks }) => blocks.map(({ file_id }) => file_id)),
      ),
    ),
  )
