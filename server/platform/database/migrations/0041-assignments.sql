-- Who looked after whom before. `caseload` holds what is so now, so that no query can mistake one for the other.
create table past_assignments (
  id uuid primary key default gen_random_uuid(),
  advisor_id uuid not null references users (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  ended_at timestamptz not null,
  ended_because text not null check (ended_because in ('reassigned', 'handed_over')),
  ended_by uuid references users (id) on delete set null
);

create index past_assignments_of_learner on past_assignments (learner_id, ended_at desc);

-- A learner has one advisor at a time: the newest stays.
with ended as (
  delete from caseload c
  where exists (
    select from caseload newer
    where newer.learner_id = c.learner_id and (newer.since, newer.advisor_id) > (c.since, c.advisor_id))
  returning *
)
insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
select advisor_id, learner_id, since, now(), 'reassigned' from ended;

alter table caseload drop constraint caseload_pkey, add primary key (learner_id);
drop index caseload_of_learner;
create index caseload_of_advisor on caseload (advisor_id);

-- Offered by the advisor to a colleague, who has not answered yet.
create table handovers (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null unique references users (id) on delete cascade,
  offered_by uuid not null references users (id) on delete cascade,
  offered_to uuid not null references users (id) on delete cascade,
  words text not null default '',
  offered_at timestamptz not null
);

create index handovers_to_advisor on handovers (offered_to);

-- The caseload asks for what came back.
create index attempts_returned on attempts (learner_id, decided_at) where state = 'returned';
