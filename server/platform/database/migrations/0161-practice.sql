-- A learner's progress on the exercises of content/practice (decisions/0099). One row per exercise: answers are not kept.
create table practice_results (
  learner_id uuid not null references users (id) on delete cascade,
  practice_set text not null,
  exercise text not null,
  -- First answers so far; names the next question's seed.
  tries int not null,
  stage smallint not null,
  due_on date not null,
  answered_at timestamptz not null,
  primary key (learner_id, practice_set, exercise)
);

-- The set of content/practice that a task asks for.
alter table tasks add column practice text;
