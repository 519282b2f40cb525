-- Grades that an advisor gave for a quest, or for a subject's work of a school year. The newest one holds; none takes it
-- back.
create table course_grades (
  id bigint generated always as identity primary key,
  learner_id uuid not null references users (id) on delete cascade,
  school_year text not null,
  quest_id uuid references quests (id) on delete cascade,
  subject text,
  grade text,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check ((quest_id is null) <> (subject is null))
);

create index course_grades_of_learner on course_grades (learner_id, id desc);

create sequence transcript_numbers;

-- Official transcripts: what was true on the day, for ever. The snapshot holds all that the paper says.
create table issued_transcripts (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  learner_id uuid not null references users (id) on delete cascade,
  credential_id uuid not null unique references credentials (id) on delete cascade,
  snapshot jsonb not null,
  -- Of the snapshot as canonical JSON (RFC 8785).
  sha256 text not null,
  issued_by uuid references users (id) on delete set null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  rescinded_at timestamptz,
  rescinded_because text,
  rescinded_by uuid references users (id) on delete set null,
  check ((rescinded_at is null) = (rescinded_because is null))
);

create index issued_transcripts_of_learner on issued_transcripts (learner_id, issued_at desc);

create function keep_transcript() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases their records.
    if not exists (select from users where id = old.learner_id) then
      return old;
    end if;
  elsif to_jsonb(new) - '{issued_by,rescinded_by,rescinded_at,rescinded_because}'::text[]
          = to_jsonb(old) - '{issued_by,rescinded_by,rescinded_at,rescinded_because}'::text[]
        and (new.issued_by is null or new.issued_by = old.issued_by)
        and (old.rescinded_at is null
             or (new.rescinded_at, new.rescinded_because) = (old.rescinded_at, old.rescinded_because)) then
    return new;
  end if;
  raise exception 'an issued transcript does not change';
end $$;

create trigger issued_transcripts_are_locked before update or delete on issued_transcripts
  for each row execute function keep_transcript();

-- Links for one recipient each. They are not stored: each is the sealed id of its row.
create table transcript_shares (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  -- Null for the unofficial transcript, which shows what is true when it is opened.
  transcript_id uuid references issued_transcripts (id) on delete cascade,
  label text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0,
  last_viewed_at timestamptz
);

create index transcript_shares_of_learner on transcript_shares (learner_id, created_at desc);
