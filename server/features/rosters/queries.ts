import { sql, type Updateable } from 'kysely'

import type {
  ListedImport,
  Outcome,
  RosterImport,
  RosterPerson,
  RosterProblem,
  UndeliveredEmail,
} from '#contract/rosters'
import { wasGuardian } from '#features/family'
import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import { listFailedJobs } from '#platform/jobs'

/** Storage key of an import's original file, until it is read. */
export const storedUnder = (importId: string): string => `roster-${importId}`

export const findImport = (db: Db, id: string) =>
  db.selectFrom('roster_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns false if the import is no longer being read. */
export const setProgress = async (
  db: Db,
  id: string,
  change: Pick<
    Updateable<DB['roster_imports']>,
    'done' | 'total' | 'is_delta' | 'read_file' | 'read_line'
  >,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const imports = (db: Db) =>
  db
    .selectFrom('roster_imports as import')
    .leftJoin('accounts as maker', 'maker.id', 'import.made_by')
    .select(({ ref }) => [
      'import.id',
      'import.format',
      'import.file_name',
      nameOf<string | null>('maker').as('made_by'),
      'import.state',
      'import.problem',
      'import.is_delta',
      'import.source',
      sql<number>`least(1, ${ref('import.done')}::float / greatest(1, ${ref('import.total')}))`.as(
        'progress',
      ),
      'import.created_at',
      'import.applied_at',
      'import.undone_at',
    ])
    .where('import.state', '<>', 'discarded')
    .$narrowType<Pick<RosterImport, 'format' | 'state' | 'source'>>()

export const listImports = (db: Db): Promise<ListedImport[]> =>
  imports(db).orderBy('import.created_at', 'desc').limit(50).execute()

/** No job works on the `import`. While one does, the page and the command line ask every second, and counting would slow it down. */
const isAtRest = sql<boolean>`import.state not in ('reading', 'applying', 'undoing')`

/** An import with its counts: of people, only while no job works on it. */
export const showImport = (db: Db, id: string): Promise<RosterImport | undefined> =>
  imports(db)
    .select(({ selectFrom }) => [
      sql<RosterImport['people']>`(
        select coalesce(jsonb_object_agg(outcome, people), '{}')
        from (
          select outcome, count(*) as people from roster_decisions
          where import_id = import.id and ${isAtRest} group by outcome
        ) as each
      )`.as('people'),
      selectFrom('roster_problems')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('import_id', '=', 'import.id')
        .where('is_error', '=', true)
        .$asScalar()
        .$notNull()
        .as('errors'),
      selectFrom('roster_problems')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('import_id', '=', 'import.id')
        .where('is_error', '=', false)
        .$asScalar()
        .$notNull()
        .as('warnings'),
      selectFrom('roster_decisions as decision')
        .innerJoin('roster_people as person', 'person.sourced_id', 'decision.sourced_id')
        .innerJoin('accounts as account', 'account.id', 'person.user_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('decision.import_id', '=', 'import.id')
        .where('decision.outcome', '=', 'create')
        .where('import.applied_at', 'is not', null)
        .where(isAtRest)
        .where('person.invited_at', 'is', null)
        .where('account.email_verified_at', 'is', null)
        .where('account.status', 'in', ['active', 'pending_consent'])
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('roster_emails as email')
                .select('email.id')
                .whereRef('email.user_id', '=', 'account.id')
                .where('email.kind', '=', 'invitation')
                .where('email.sent_at', 'is', null),
            ),
          ),
        )
        .$asScalar()
        .$notNull()
        .as('not_invited'),
      selectFrom('roster_emails as email')
        .innerJoin('roster_decisions as decision', 'decision.user_id', 'email.user_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('decision.import_id', '=', 'import.id')
        .where('email.sent_at', 'is', null)
        .where(isAtRest)
        .$asScalar()
        .$notNull()
        .as('sending'),
    ])
    .where('import.id', '=', id)
    .executeTakeFirst()

type Cut = { after: string | undefined; limit: number }

/**
 * Up to one more than `limit`, by roster id. Guardians who work here do not see the address of another guardian of their own child.
 */
export const listDecisions = (
  db: Db,
  importId: string,
  { readerId, after, limit, outcome }: Cut & { readerId: string; outcome: Outcome | undefined },
): Promise<RosterPerson[]> =>
  db
    .selectFrom('roster_decisions')
    .select([
      'sourced_id',
      'line',
      nameOf('roster_decisions').as('name'),
      'email',
      sql<RosterPerson['role']>`nullif(role, '')`.as('role'),
      'outcome',
      'user_id',
      sql<RosterPerson['changes']>`case when ${wasGuardian(readerId, sql`user_id`)}
        then changes - 'parent_email' else changes end`.as('changes'),
    ])
    .where('import_id', '=', importId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .$if(after !== undefined, (query) => query.where('sourced_id', '>', after!))
    .orderBy('sourced_id')
    .limit(limit + 1)
    .$narrowType<Pick<RosterPerson, 'outcome'>>()
    .execute()

/** Errors and warnings, in the order of detection. */
export const listProblems = (
  db: Db,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(RosterProblem & { id: number })[]> =>
  db
    .selectFrom('roster_problems')
    .select(['id', 'file', 'line', 'column', 'message', 'is_error'])
    .where('import_id', '=', importId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit + 1)
    .execute()

/** Without those about a child whose guardian the reader is or was: they may be to another guardian. */
export const listUndelivered = (
  db: Db,
  importId: string,
  readerId: string,
): Promise<UndeliveredEmail[]> =>
  listFailedJobs(
    db,
    'mail',
    sql`select user_id from roster_decisions where import_id = ${importId} and user_id is not null
      and not ${wasGuardian(readerId, sql`user_id`)}`,
    100,
  )
