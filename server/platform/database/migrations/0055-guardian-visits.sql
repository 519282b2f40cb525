-- Until when a guardian has seen what a learner does.
create table guardian_visits (
  guardian_id uuid not null references users (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  -- The end of the visit before this one; null during the first.
  since timestamptz,
  seen_at timestamptz not null,
  primary key (guardian_id, learner_id)
);

create index guardian_visits_of_learner on guardian_visits (learner_id);
