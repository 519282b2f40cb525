-- The birthday of the learner, 13 or 18, of which the guardian has last read what it changes.
alter table guardian_links add column milestone_seen int check (milestone_seen in (13, 18));
