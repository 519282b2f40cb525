-- What learners bring with them from other sites, as those sites had it (decisions/0061). It counts for nothing here.
create table earlier_work (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  brought_at timestamptz not null,
  -- Of the record that came: the same comes once.
  sha256 text not null,
  -- As the site that made it says.
  site_url text not null,
  made_at timestamptz not null,
  -- That site's own first, then what had been brought there.
  records jsonb not null,
  unique (learner_id, site_url),
  unique (learner_id, sha256)
);

create table earlier_files (
  file_id uuid primary key references files (id) on delete cascade,
  earlier_work_id uuid not null references earlier_work (id) on delete cascade,
  -- What the record calls the file.
  key uuid not null,
  -- Handed in there, so that whoever reads the work sees it; everything else is its owner's alone.
  handed_in boolean not null,
  unique (earlier_work_id, key)
);

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('upload', 'earlier_work', 'export'));

drop index files_to_clean;
create index files_to_clean on files (created_at) where cleaned is null and stored_at is not null and purpose <> 'export';
