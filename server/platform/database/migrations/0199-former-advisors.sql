-- Whether a person has ever been an advisor is asked for whenever a learner reads messages.
create index past_assignments_of_advisor on past_assignments (advisor_id);
