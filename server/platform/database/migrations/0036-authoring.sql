alter table quests
  -- Where nature or people set the pace: the days that the hours spread over.
  add column span_days int check (span_days between 1 and 366),
  add column materials text not null default '',
  add column safety text not null default '',
  -- What good work shows: criterion and description, in a learner's words.
  add column rubric jsonb not null default '[]',
  -- Of finished work, in Markdown.
  add column example text not null default '',
  -- Whether it can be done again on another subject.
  add column repeatable boolean not null default false,
  -- The pillar whose pattern the cover shows; null for the quest's own.
  add column cover_motif text,
  -- Set for a quest that was written for one learner alone, and that nobody else sees.
  add column learner_id uuid references users (id) on delete cascade,
  -- The quest that this one is done again from.
  add column repeats uuid references quests (id) on delete set null;

create index quests_of_learner on quests (learner_id) where learner_id is not null;
create index quests_of_author on quests (author_id) where author_id is not null;

-- A task of earlier versions alone. One that changes is retired, and a new one takes its place.
alter table tasks add column retired boolean not null default false;

-- What a quest was before its newest version: who has begun stays with it until they choose the newer one.
create table quest_versions (
  quest_id uuid not null references quests (id) on delete cascade,
  version int not null,
  -- The columns of the quest that differ from version to version.
  content jsonb not null,
  -- In the order in which they are shown.
  task_ids uuid[] not null,
  primary key (quest_id, version)
);

-- The quest is stored before its tasks are: they still are those of the version that ends.
create function keep_quest_version() returns trigger language plpgsql as $$
begin
  insert into quest_versions (quest_id, version, content, task_ids)
  select old.id, old.version,
    to_jsonb(old) - '{id,slug,status,version,author_id,position,search,created_at,learner_id,repeats}'::text[],
    array(
      select id from tasks where quest_id = old.id and owner_id is null and not retired
      order by position, created_at);
  return new;
end $$;

create trigger keep_quest_version before update on quests
  for each row when (old.version <> new.version) execute function keep_quest_version();

alter table enrollments add column version int;
alter table enrollments disable trigger renew_revision;
update enrollments e set version = q.version from quests q where q.id = e.quest_id;
alter table enrollments enable trigger renew_revision;
alter table enrollments alter column version set not null;

-- Quests of one learner are not in the catalogue: they change that learner's version instead.
drop trigger quests_renew_catalog on quests;
create trigger new_quests_renew_catalog after insert on quests
  for each row when (new.learner_id is null) execute function renew_catalog();
create trigger quests_renew_catalog after update or delete on quests
  for each row when (old.learner_id is null) execute function renew_catalog();
create trigger renew_revision after insert or update on quests
  for each row when (new.learner_id is not null) execute function renew_revision('learner_id');
create trigger renew_revision_without after delete on quests
  for each row when (old.learner_id is not null) execute function renew_revision('learner_id');

create function renew_catalog_of_task() returns trigger language plpgsql as $$
declare changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if not exists (select from quests where id = changed.quest_id and learner_id is not null) then
    update catalog_version set version = gen_random_uuid();
  end if;
  return null;
end $$;

drop trigger tasks_renew_catalog on tasks;
drop trigger tasks_leave_catalog on tasks;
create trigger tasks_renew_catalog after insert or update on tasks
  for each row when (new.owner_id is null) execute function renew_catalog_of_task();
create trigger tasks_leave_catalog after delete on tasks
  for each row when (old.owner_id is null) execute function renew_catalog_of_task();

-- Whoever writes a quest may be its author, not only staff.
create function renew_catalog_of_author() returns trigger language plpgsql as $$
begin
  if exists (select from quests where author_id = new.id and learner_id is null) then
    update catalog_version set version = gen_random_uuid();
  end if;
  return null;
end $$;

drop trigger authors_renew_catalog on users;
create trigger authors_renew_catalog after update of first_name, last_name on users
  for each row execute function renew_catalog_of_author();

-- A quest as it is being written: a new one, or the next version of one that is there.
create table quest_drafts (
  -- Of the quest that comes of it.
  quest_id uuid primary key,
  author_id uuid not null references users (id) on delete cascade,
  -- Set for a quest for one learner alone.
  learner_id uuid references users (id) on delete cascade,
  content jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'proposed')),
  -- Of whoever gave it back.
  comment text,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index quest_drafts_of_author on quest_drafts (author_id);
create index quest_drafts_of_learner on quest_drafts (learner_id) where learner_id is not null;
create index quest_drafts_proposed on quest_drafts (updated_at) where state = 'proposed' and learner_id is null;

create trigger renew_revision after insert or update or delete on quest_drafts
  for each row execute function renew_revision('learner_id');

alter table badges add column author_id uuid references users (id) on delete set null;
