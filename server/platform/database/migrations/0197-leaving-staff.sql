-- Whoever leaves the staff has nobody in their care when they come back.
alter table past_assignments
  drop constraint past_assignments_ended_because_check,
  add constraint past_assignments_ended_because_check
    check (ended_because in ('reassigned', 'handed_over', 'became_guardian', 'left_staff'));

delete from handovers using users
where users.id in (handovers.offered_by, handovers.offered_to) and users.role not in ('advisor', 'educator', 'admin');

with ended as (
  delete from caseload using users
  where users.id = caseload.advisor_id and users.role not in ('advisor', 'educator', 'admin')
  returning caseload.advisor_id, caseload.learner_id, caseload.since
)
insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
select advisor_id, learner_id, since, greatest(now(), since), 'left_staff' from ended;

-- Whether a person has ever been an advisor is asked for whenever a learner reads messages.
create index past_assignments_of_advisor on past_assignments (advisor_id);
