import { sql } from 'kysely'

import type { EarlierSummary, LearningRecord } from '#contract/earlier-work'
import type { Db } from '#platform/database'

const rows = (db: Db) =>
  db
    .selectFrom('earlier_work')
    .select(['id', 'learner_id', 'brought_at', 'records'])
    .$narrowType<{ records: LearningRecord[] }>()
export type EarlierRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const amount = (path: string) =>
  sql<number>`jsonb_array_length(jsonb_path_query_array(records, ${sql.lit(path)}))`

/** Newest first. What is said of the records is counted in the database: each may have megabytes. */
export const listEarlierWork = (db: Db, learnerId: string): Promise<EarlierSummary[]> =>
  db
    .selectFrom('earlier_work')
    .select([
      'id',
      'sha256',
      'brought_at',
      sql<EarlierSummary['site']>`records #> '{0,site}'`.as('site'),
      sql<string>`records #>> '{0,person}'`.as('person'),
      sql<string>`records #>> '{0,made_at}'`.as('made_at'),
      amount('$[*].quests[*]').as('quests'),
      amount('$[*].quests[*].pieces[*]').as('pieces'),
      amount('$[*].badges[*]').as('badges'),
    ])
    .where('learner_id', '=', learnerId)
    .orderBy('earlier_work.made_at', 'desc')
    .execute()

export const findEarlierWork = (db: Db, id: string) =>
  rows(db).where('id', '=', id).executeTakeFirst()

export const removeEarlierWork = (db: Db, id: string) =>
  db.deleteFrom('earlier_work').where('id', '=', id).returning('site_url').executeTakeFirst()

export const listFilesOf = async (db: Db, ids: readonly string[]) => {
  if (ids.length === 0) return []
  return db
    .selectFrom('earlier_files')
    .innerJoin('files', 'files.id', 'earlier_files.file_id')
    .select(['files.id', 'key', 'files.name', 'files.content_type', 'files.size'])
    .where('earlier_work_id', 'in', ids)
    .execute()
}
export type EarlierFile = Awaited<ReturnType<typeof listFilesOf>>[number]

/** For the next export: the newest record of each site, as it came, and what the records call each file. */
export const earlierRecords = async (
  db: Db,
  learnerId: string,
): Promise<{ records: LearningRecord[]; keys: Map<string, string> }> => {
  const brought = await rows(db)
    .where('learner_id', '=', learnerId)
    .orderBy('made_at', 'desc')
    .execute()
  const files = await listFilesOf(
    db,
    brought.map(({ id }) => id),
  )
  const newest = new Map<string, LearningRecord>()
  for (const record of brought.flatMap(({ records }) => records)) {
    const other = newest.get(record.site.url)
    if (!other || other.made_at < record.made_at) newest.set(record.site.url, record)
  }
  return { records: [...newest.values()], keys: new Map(files.map(({ id, key }) => [id, key])) }
}
