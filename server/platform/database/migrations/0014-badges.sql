create table badges (
  id uuid primary key,
  slug text not null unique,
  status text not null check (status in ('draft', 'published', 'archived')),
  -- The newest one: what is earned from now on.
  version int not null,
  position int not null default 0,
  -- Names what last came with the program; while it stays the same, a start leaves the badge as it is.
  shipped_as text,
  created_at timestamptz not null default now()
);

create table badge_versions (
  -- Of this version alone: credentials name what was earned by it.
  id uuid not null unique default gen_random_uuid(),
  badge_id uuid not null references badges (id) on delete cascade,
  version int not null check (version >= 1),
  name text not null,
  description text not null,
  -- rules/badges.ts
  criteria jsonb not null,
  -- The criteria as they read when the version was made, in Markdown.
  criteria_text text not null,
  pillars text[] not null,
  shape text not null,
  created_at timestamptz not null default now(),
  primary key (badge_id, version)
);

alter table badges add constraint badges_have_their_version
  foreign key (id, version) references badge_versions (badge_id, version) deferrable initially deferred;

create table badge_awards (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  badge_id uuid not null,
  version int not null,
  credential_id uuid not null unique references credentials (id) on delete cascade,
  -- As the credential has it, which does not change.
  holder_name text not null,
  earned_at timestamptz not null,
  awarded_by uuid references users (id) on delete set null,
  reason text,
  -- Set when the work behind it was taken back. Earning it again makes a new award.
  withdrawn_at timestamptz,
  foreign key (badge_id, version) references badge_versions (badge_id, version)
);

create unique index badge_awards_one_held on badge_awards (learner_id, badge_id) where withdrawn_at is null;
create index badge_awards_of_badge on badge_awards (badge_id, version);

create table badge_pursuits (
  learner_id uuid not null references users (id) on delete cascade,
  badge_id uuid not null references badges (id) on delete cascade,
  since timestamptz not null,
  primary key (learner_id, badge_id)
);

-- What somebody has earned stays what it was.
create function keep_earned_version() returns trigger language plpgsql as $$
begin
  if exists (select from badge_awards where badge_id = old.badge_id and version = old.version) then
    raise exception 'a version of a badge that somebody has earned does not change';
  end if;
  return coalesce(new, old);
end $$;

create trigger badge_versions_keep_earned before update or delete on badge_versions
  for each row execute function keep_earned_version();

create trigger badges_renew_catalog after insert or update or delete or truncate on badges
  for each statement execute function renew_catalog();
create trigger badge_versions_renew_catalog after insert or update or delete or truncate on badge_versions
  for each statement execute function renew_catalog();

-- How many tasks of a pillar have XP in the ledger, net not 0; kept and rebuilt with the XP.
alter table xp_totals add column tasks int not null default 0;
update xp_totals t set tasks = l.tasks
from (
  select learner_id, pillar, count(*) as tasks
  from (
    select learner_id, pillar, task_id from xp_entries where task_id is not null
    group by learner_id, pillar, task_id having sum(amount) <> 0
  ) e group by learner_id, pillar
) l where l.learner_id = t.learner_id and l.pillar = t.pillar;

create trigger badge_awards_renew_revision after insert or update or delete on badge_awards
  for each row execute function renew_revision();
create trigger badge_pursuits_renew_revision after insert or update or delete on badge_pursuits
  for each row execute function renew_revision();
