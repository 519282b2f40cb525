-- A new guardian of a learner whom nobody looks after ends no assignment. Found out first: the joins of
-- end_assignments_of_guardians read all links and accounts, which made an import of 46,200 people quadratic.
create or replace function withdraw_assignments() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform end_assignments_of_guardians(null, new.email);
  elsif exists (select from caseload where learner_id = new.learner_id)
     or exists (select from handovers where learner_id = new.learner_id) then
    perform end_assignments_of_guardians(new.learner_id, new.guardian_email);
  end if;
  return null;
end
$$;

-- How an assignment came about: an import only changes those that an import made (decisions/0085).
alter table caseload add column origin text not null default 'person' check (origin in ('person', 'roster'));
update caseload set origin = 'roster'
where exists (select from roster_imports where roster_imports.applied_at = caseload.since);

create or replace function end_assignments_of_guardians(learner uuid, address text) returns void language sql as $$
  with ties as (
    select advisor.id as advisor_id, link.learner_id
    from guardian_links link
    join users advisor on advisor.email = link.guardian_email and advisor.email_verified_at is not null
    where link.ended_at is null
      and (learner is null or link.learner_id = learner)
      and (address is null or link.guardian_email = address)
  ), offers as (
    delete from handovers using ties
    where handovers.learner_id = ties.learner_id and ties.advisor_id in (handovers.offered_by, handovers.offered_to)
  ), ended as (
    delete from caseload using ties
    where caseload.learner_id = ties.learner_id and caseload.advisor_id = ties.advisor_id
    returning caseload.advisor_id, caseload.learner_id, caseload.since
  )
  insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
  select advisor_id, learner_id, since, greatest(now(), since), 'became_guardian' from ended;
$$;

-- Learners whom an import gives another advisor, or none.
create table roster_moves (
  import_id uuid not null references roster_imports (id) on delete cascade,
  -- Roster ids of the learner and of the new advisor.
  sourced_id text not null,
  to_sourced_id text,
  from_id uuid references users (id) on delete cascade,
  primary key (import_id, sourced_id)
);
create index roster_moves_from on roster_moves (from_id) where from_id is not null;
