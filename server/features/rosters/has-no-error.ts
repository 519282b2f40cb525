import { sql } from 'kysely'

/** Condition on a staged `row`: none of its problems is an error. */
export const hasNoError = sql`not exists (
  select from roster_problems as problem
  where problem.import_id = row.import_id and problem.file = row.file and problem.line = row.line and problem.is_error)`
