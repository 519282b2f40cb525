import { sql } from 'kysely'

import type { Db } from '#platform/database'

import { hasNoError } from './has-no-error.ts'

/** Stores the rows that this import replaces or removes, for undoing it; only those of the last import are retained. */
const saveRowsBefore = async (db: Db, importId: string) => {
  await sql`delete from roster_rows_before`.execute(db)
  await sql`
    insert into roster_rows_before
    select kept.* from roster_rows as kept
    join roster_files as given on given.import_id = ${importId} and given.file = kept.file
    where not given.is_delta or exists (
      select from roster_staged as row
      where row.import_id = ${importId} and row.file = kept.file and row.sourced_id = kept.sourced_id)
  `.execute(db)
}

/** Stores the rows in order, so that the roster can be exported unchanged. */
export const saveRows = async (db: Db, importId: string) => {
  await saveRowsBefore(db, importId)
  await sql`
    insert into roster_columns (file, columns)
    select file, columns from roster_files where import_id = ${importId}
    on conflict (file) do update set columns = excluded.columns
  `.execute(db)
  await sql`
    delete from roster_rows as kept
    using roster_files as given
    where given.import_id = ${importId} and given.file = kept.file and (not given.is_delta or exists (
      select from roster_staged as row
      where row.import_id = ${importId} and row.file = kept.file and row.sourced_id = kept.sourced_id
        and row.cells ->> 'status' = 'tobedeleted'))
  `.execute(db)
  await sql`
    insert into roster_rows (file, sourced_id, line, cells, user_id)
    select row.file, row.sourced_id, row.line + (case when given.is_delta then coalesce(kept.last, 0) else 0 end), row.cells, roster.user_id
    from roster_staged as row
    join roster_files as given on given.import_id = row.import_id and given.file = row.file
    left join (select file, max(line) as last from roster_rows group by file) as kept on kept.file = row.file
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
            select from roster_people as gone where gone.sourced_id = person.sourced_id and gone.user_id is null)))
    on conflict (file, sourced_id) do update set cells = excluded.cells, user_id = excluded.user_id
  `.execute(db)
  await sql`analyze roster_rows`.execute(db)
}
