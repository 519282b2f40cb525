alter table roster_imports drop constraint roster_imports_state_check;
alter table roster_imports add constraint roster_imports_state_check
  check (state in ('reading', 'ready', 'applying', 'applied', 'refused', 'failed', 'discarded', 'undoing', 'undone'));

alter table roster_imports
  -- A person's upload, the command `import`, or the school's service (decisions/0089).
  add column source text not null default 'upload' check (source in ('upload', 'command', 'service')),
  -- Nobody looks before it is applied, unless it exceeds `roster_limits`.
  add column is_automatic boolean not null default false,
  add column undone_at timestamptz,
  -- Reading continues after this line: rows up to it are staged.
  add column read_file text,
  add column read_line int not null default 0;

-- Each file of an import is a full list or a list of changes.
alter table roster_files add column is_delta boolean not null default false;
update roster_files set is_delta = true
from roster_imports where roster_imports.id = roster_files.import_id and roster_imports.is_delta;

-- State of a person before the import was applied, for undoing it.
alter table roster_decisions add column before jsonb;
-- Without it, erasing a person reads the decisions of all imports.
create index roster_decisions_of_user on roster_decisions (user_id) where user_id is not null;

-- The rows that the last applied import has replaced or removed.
create table roster_rows_before (
  file text not null,
  sourced_id text not null,
  line int not null,
  cells jsonb not null,
  user_id uuid references users (id) on delete cascade,
  primary key (file, sourced_id)
);
create index roster_rows_before_of_user on roster_rows_before (user_id) where user_id is not null;

-- Limits of imports that nobody looks at: beyond one of them, an import waits for an admin. Shares in percent of the roster.
create table roster_limits (
  is_only_row boolean primary key default true check (is_only_row),
  suspends_missing boolean not null default false,
  suspended_percent int not null default 2 check (suspended_percent between 0 and 100),
  moved_percent int not null default 10 check (moved_percent between 0 and 100),
  addresses_percent int not null default 2 check (addresses_percent between 0 and 100),
  errors int not null default 50 check (errors >= 0)
);
insert into roster_limits default values;
