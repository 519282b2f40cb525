import { lockAccounts } from '#features/people'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

const MAX_SAVED = 200
const MAX_FOUND = 30

export const listSavedComments = (db: Db, advisorId: string) =>
  db
    .selectFrom('saved_comments')
    .select(['id', 'words'])
    .where('advisor_id', '=', advisorId)
    .orderBy('created_at', 'desc')
    .execute()

/** `db` is a transaction. */
export const saveComment = async (db: Db, advisorId: string, words: string) => {
  await lockAccounts(db, [advisorId])
  const { count } = await db
    .selectFrom('saved_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('advisor_id', '=', advisorId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_SAVED) {
    throw conflict(`A comment bank can hold up to ${MAX_SAVED} comments. Remove one first.`)
  }
  return db
    .insertInto('saved_comments')
    .values({ advisor_id: advisorId, words })
    .returning(['id', 'words'])
    .executeTakeFirstOrThrow()
}

export const deleteSavedComment = async (db: Db, advisorId: string, id: string): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('saved_comments')
    .where('advisor_id', '=', advisorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

/** An advisor's past comments, each wording once, with its last use. */
export const searchPastComments = (db: Db, advisorId: string, search: string) => {
  const pattern = `%${search.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom(
      db
        .selectFrom('decisions')
        .select(['comment as words', 'decided_at as at'])
        .where('decided_by', '=', advisorId)
        .where('undone_at', 'is', null)
        .where('comment', 'is not', null)
        .unionAll(
          db
            .selectFrom('attempt_comments')
            .select(['words', 'created_at as at'])
            .where('author_id', '=', advisorId)
            .where('author', '=', 'advisor'),
        )
        .as('past'),
    )
    .select(({ fn }) => ['past.words', fn.max('past.at').as('at')])
    .$narrowType<{ words: string; at: string }>()
    .where('past.words', 'ilike', pattern)
    .groupBy('past.words')
    .orderBy('at', 'desc')
    .limit(MAX_FOUND)
    .execute()
}
