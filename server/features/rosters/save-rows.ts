import { sql } from 'kysely'

import type { Db } from '#platform/database'

import { hasNoError } from './has-no-error.ts'

/** Rows of an import as they are stored, with whom each is about. */
const given = (importId: string) => sql`(
  select row.file, row.sourced_id, row.line, row.cells, roster.user_id
  from roster_staged as row
  left join roster_people as roster on roster.sourced_id =
    case when row.file in ('users', 'demographics') then row.sourced_id else row.cells ->> 'userSourcedId' end
  where row.import_id = ${importId} and ${hasNoError}
    and coalesce(row.cells ->> 'status', '') <> 'tobedeleted'
    -- Skips rows about people who were not imported: their references would be invalid.
    and not exists (
      select from roster_decisions as person
      where person.import_id = ${importId}
        and person.sourced_id = case when row.file in ('users', 'demographics') then row.sourced_id else row.cells ->> 'userSourcedId' end
        and (person.outcome = 'refuse' or person.outcome = 'skip' and exists (
          select from roster_people as gone where gone.sourced_id = person.sourced_id and gone.user_id is null))))`

/**
 * Stores the rows in order, so that the roster can be exported unchanged, and the rows that this import replaces or removes, for
 * undoing it; only those of the last import are retained. Writes only what differs: most lists are last night's.
 */
export const saveRows = async (db: Db, importId: string) => {
  await sql`
    insert into roster_columns (file, columns)
    select file, columns from roster_files where import_id = ${importId}
    on conflict (file) do update set columns = excluded.columns
  `.execute(db)
  await sql`delete from roster_rows_before`.execute(db)
  // Its parts see the rows as they were before.
  await sql`
    with kept as (
      select roster_rows.*, is_delta from roster_rows join roster_files using (file)
      where roster_files.import_id = ${importId}
    ), difference as materialized (
      select file, sourced_id, given.line, given.cells, given.user_id, given.file is null as is_gone, kept.file is null as is_new
      from kept full join ${given(importId)} as given using (file, sourced_id)
      where kept.file is null
        or given.file is not null and (kept.cells, kept.user_id) is distinct from (given.cells, given.user_id)
        or given.file is null and (not kept.is_delta or exists (
          select from roster_staged as row
          where row.import_id = ${importId} and row.file = kept.file and row.sourced_id = kept.sourced_id
            and row.cells ->> 'status' = 'tobedeleted'))
    ), saved as (
      insert into roster_rows_before (file, sourced_id, line, cells, user_id)
      select file, sourced_id, old.line, old.cells, old.user_id
      from difference join roster_rows as old using (file, sourced_id) where not is_new
    ), removed as (
      delete from roster_rows as old using difference
      where is_gone and old.file = difference.file and old.sourced_id = difference.sourced_id
    )
    insert into roster_rows (file, sourced_id, line, cells, user_id, import_id)
    select file, sourced_id, line + coalesce(last, 0), cells, user_id, ${importId}::uuid
    from difference
    left join (
      select file, max(line) as last from roster_rows
      where file in (select file from roster_files where import_id = ${importId} and is_delta) group by file
    ) as end_of using (file)
    where not is_gone
    on conflict (file, sourced_id) do update
    set cells = excluded.cells, user_id = excluded.user_id, import_id = excluded.import_id
  `.execute(db)
  await sql`
    update roster_rows as kept set line = row.line
    from roster_staged as row
    join roster_files as given on given.import_id = row.import_id and given.file = row.file and not given.is_delta
    where row.import_id = ${importId} and row.file = kept.file and row.sourced_id = kept.sourced_id and row.line <> kept.line
      and ${hasNoError}
  `.execute(db)
  await sql`analyze roster_rows`.execute(db)
}

/** Puts back the rows as they were before the last import. */
export const revertRows = async (db: Db, importId: string) => {
  await sql`delete from roster_rows where import_id = ${importId}`.execute(db)
  await sql`
    insert into roster_rows (file, sourced_id, line, cells, user_id)
    select file, sourced_id, line, cells, user_id from roster_rows_before
    on conflict (file, sourced_id) do update
    set line = excluded.line, cells = excluded.cells, user_id = excluded.user_id
  `.execute(db)
  await sql`delete from roster_rows_before`.execute(db)
}
