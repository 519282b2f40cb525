import { type RawBuilder, sql } from 'kysely'

/** Guardian rows of an import, as it leaves them: learner (`of`), email, name. */
export const guardiansOf = (importId: string): RawBuilder<unknown> => sql`(
  select row.sourced_id as of,
         case when agent.changes ? 'email' or account.id is null then agent.email else account.email end as email,
         agent.first_name || ' ' || agent.last_name as name
  from roster_staged as row, regexp_split_to_table(row.cells ->> 'agentSourcedIds', '\\s*,\\s*') as named
  join roster_decisions as agent on agent.import_id = ${importId} and agent.sourced_id = named
  left join accounts as account on account.id = agent.user_id
  where row.import_id = ${importId} and row.file = 'users' and agent.outcome not in ('refuse', 'skip') and agent.role = 'parent'
  union
  -- Guardians from earlier imports, whom a file with changes need not repeat.
  select row.sourced_id, account.email, account.first_name || ' ' || account.last_name
  from roster_staged as row, regexp_split_to_table(row.cells ->> 'agentSourcedIds', '\\s*,\\s*') as named
  join roster_people as earlier on earlier.sourced_id = named
  join accounts as account on account.id = earlier.user_id and account.role = 'parent' and account.status = 'active'
  where row.import_id = ${importId} and row.file = 'users' and not exists (
    select from roster_decisions as agent where agent.import_id = ${importId} and agent.sourced_id = named)
  union
  select sourced_id, lower(cells ->> 'parentEmail'), coalesce(nullif(cells ->> 'parentName', ''), cells ->> 'parentEmail')
  from roster_staged
  where import_id = ${importId} and file = 'users' and cells ->> 'parentEmail' <> '')`
