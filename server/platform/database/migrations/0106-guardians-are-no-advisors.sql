-- A guardian of a learner is never that learner's advisor: whoever becomes one hands the learner back.
alter table past_assignments
  drop constraint past_assignments_ended_because_check,
  add constraint past_assignments_ended_because_check
    check (ended_because in ('reassigned', 'handed_over', 'became_guardian'));

create function end_assignments_of_guardians(learner uuid, address text) returns void language sql as $$
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
    returning caseload.*
  )
  insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
  select advisor_id, learner_id, since, greatest(now(), since), 'became_guardian' from ended;
$$;

create function withdraw_assignments() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform end_assignments_of_guardians(null, new.email);
  else
    perform end_assignments_of_guardians(new.learner_id, new.guardian_email);
  end if;
  return null;
end
$$;
-- By its name it runs after `renew_revision`, which waits for an assignment that is under way.
create trigger withdraw_assignments after insert on guardian_links
  for each row execute function withdraw_assignments();
create trigger withdraw_assignments after update of email, email_verified_at on users
  for each row when ((old.email, old.email_verified_at) is distinct from (new.email, new.email_verified_at))
  execute function withdraw_assignments();

select end_assignments_of_guardians(null, null);
