import { sql } from 'kysely'

import type { EarlierSummary, LearningRecord } from '#contract/earlier-work'
import { type Db, rowByRow } from '#platform/database'

const rows = (db: Db) =>
  db
    .selectFrom('earlier_work')
    .select(['id', 'learner_id', 'brought_at', 'records'])
    .$narrowType<{ records: LearningRecord[] }>()
export type EarlierRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const amount = (path: string) =>
  sql<number>`jsonb_array_length(jsonb_path_query_array(records, ${sql.lit(path)}))`

/** Newest first. Counts are computed in the database: each record may be several megabytes. */
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

/** Keys of files in records from other sites, by file id. */
export const earlierKeys = async (db: Db, learnerId: string): Promise<Map<string, string>> => {
  const files = await db
    .selectFrom('earlier_files')
    .innerJoin('earlier_work', 'earlier_work.id', 'earlier_files.earlier_work_id')
    .select(['file_id', 'key'])
    .where('learner_id', '=', learnerId)
    .execute()
  return new Map(files.map(({ file_id, key }) => [file_id, key]))
}

/**
 * For the next export: yields the newest record of each site as JSON, unchanged. Each may be several megabytes. `db` is a
 * transaction.
 */
export const earlierRecords = async function* (db: Db, learnerId: string): AsyncGenerator<string> {
  const records = db
    .selectFrom('earlier_work')
    .innerJoinLateral(
      ({ fn }) =>
        fn<{ record: unknown }>('jsonb_array_elements', ['records']).as<'each'>(sql`each(record)`),
      (join) => join.onTrue(),
    )
    .distinctOn(sql`record #>> '{site,url}'`)
    .select(sql<string>`record::text`.as('json'))
    .where('learner_id', '=', learnerId)
    .orderBy(sql`record #>> '{site,url}'`)
    .orderBy(sql`record #>> '{made_at}'`, 'desc')
    .orderBy('made_at', 'desc')
  for await (const { json } of rowByRow(db, records)) yield json
}
