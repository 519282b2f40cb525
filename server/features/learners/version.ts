import { expressionBuilder, type QueryCreator, sql } from 'kysely'

import { catalogVersion } from '#features/catalog'
import { preparedQuery, type DB, type Db, type Param } from '#platform/database'
import { notFound } from '#platform/http'

const { ref } = expressionBuilder<DB, 'learner_revisions'>()

/** Version of a learner's rows and of the catalog, from a row of `learner_revisions`. */
export const learnerVersion = sql<string>`${ref('learner_revisions.learner_id')} || ' ' || ${ref('learner_revisions.revision')} || ' ' || ${catalogVersion}`

/** The same, with the words of drafts. */
const draftsVersion = sql<string>`${learnerVersion} || ' ' || ${ref('learner_revisions.drafts_revision')}`

/** Subquery of the version for the row `users`, for statements that load an account. */
export const versionOfUser = () =>
  expressionBuilder<DB, 'users'>()
    .selectFrom('learner_revisions')
    .select(learnerVersion.as('version'))
    .whereRef('learner_revisions.learner_id', '=', 'users.id')
    .$asScalar()
    .$notNull()

const versionById = preparedQuery((db: Db, param: Param<{ learnerId: string }>) =>
  db
    .selectFrom('learner_revisions')
    .select([learnerVersion.as('version'), draftsVersion.as('draftsVersion')])
    .where('learner_id', '=', param('learnerId')),
)

const versionsOf = async (db: Db, learnerId: string) => {
  const [row] = await versionById(db, { learnerId })
  if (!row) throw notFound()
  return row
}

/** See Learners.versionOf in #platform/http. */
export const versionOf = async (db: Db, learnerId: string): Promise<string> =>
  (await versionsOf(db, learnerId)).version

/** See Learners.draftsVersionOf in #platform/http. */
export const draftsVersionOf = async (db: Db, learnerId: string): Promise<string> =>
  (await versionsOf(db, learnerId)).draftsVersion

/** See Learners.caseloadVersionOf in #platform/http. A sum of hashes, which needs no sorting. */
export const caseloadVersionOf = async (db: Db, advisorId: string): Promise<string> => {
  const { version } = await db
    .selectFrom('caseload')
    .innerJoin('learner_revisions', 'learner_revisions.learner_id', 'caseload.learner_id')
    .select(({ ref }) =>
      // Hashed in binary: formatting 200 of them as text would dominate the query.
      sql<string>`${advisorId}::text || ' ' || coalesce(sum(uuid_hash_extended(
        ${ref('caseload.learner_id')}, ${ref('learner_revisions.revision')}::text::bigint)), 0)
        || ' ' || ${catalogVersion}`.as('version'),
    )
    .where('caseload.advisor_id', '=', advisorId)
    .executeTakeFirstOrThrow()
  return version
}

/** Subquery that locks a learner's row, for a statement whose other parts change the learner's data. */
export const lockedLearner = (db: QueryCreator<DB>, learnerId: string) =>
  db
    .selectFrom('learner_revisions')
    .select('learner_id')
    .where('learner_id', '=', learnerId)
    .forUpdate()

/** Locks a learner until the transaction ends: concurrent changes of the same learner wait. */
export const lockLearner = (db: Db, learnerId: string) => lockedLearner(db, learnerId).execute()

/** `lockLearner` for many, in one order, so that two who lock the same learners do not block each other. */
export const lockLearners = (db: Db, learnerIds: readonly string[]) =>
  db
    .selectFrom('learner_revisions')
    .select('learner_id')
    .where('learner_id', 'in', [...learnerIds])
    .orderBy('learner_id')
    .forUpdate()
    .execute()
