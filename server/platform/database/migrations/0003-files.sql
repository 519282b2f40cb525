create table files (
  id uuid primary key default gen_random_uuid(),
  -- Null once the owner is erased; the sweep then removes bytes and row.
  owner_id uuid references users (id) on delete set null,
  name text not null,
  -- Until stored_at is set the row only reserves room: size is what was announced, and nobody can read the file.
  size bigint not null check (size >= 0),
  content_type text,
  sha256 text,
  width int,
  height int,
  storage_key text not null unique,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  -- When something first used it. Uploads that nothing uses are swept.
  attached_at timestamptz,
  check (stored_at is null or (content_type is not null and sha256 is not null))
);

create index files_of_owner on files (owner_id) include (size);
create index files_unused on files (created_at) where attached_at is null;
create index files_of_nobody on files (id) where owner_id is null;
