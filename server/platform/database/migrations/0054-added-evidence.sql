-- What a guardian or an advisor adds to a task that the learner is at. The learner sees it beside the draft, and it goes in
-- with the next hand-in unless they remove it. The files belong to the learner.
create table added_evidence (
  id uuid primary key,
  learner_id uuid not null references users (id) on delete cascade,
  task_id uuid not null references tasks (id) on delete cascade,
  added_by uuid references users (id) on delete set null,
  submitter text not null check (submitter in ('parent', 'advisor')),
  added_at timestamptz not null,
  -- Null until its files are stored.
  blocks jsonb
);

create index added_evidence_of_learner on added_evidence (learner_id, task_id);
create index added_evidence_of_task on added_evidence (task_id);
create index added_evidence_by on added_evidence (added_by);

create trigger renew_revision after insert or update or delete on added_evidence
  for each row execute function renew_revision('learner_id');
