-- Every decision on handed-in work stays on record. The attempt holds what stands now, for whoever reads it.
create table decisions (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references attempts (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  decided_by uuid references users (id) on delete set null,
  decision text not null check (decision in ('accepted', 'returned')),
  comment text,
  -- W3C Web Annotations, as far as contract/reviews.ts names them.
  annotations jsonb not null default '[]',
  -- The task's subject shares as corrected on acceptance.
  subjects jsonb,
  subjects_because text,
  decided_at timestamptz not null,
  -- Within the minute: nothing had left the house.
  undone_at timestamptz,
  -- When credentials and letters went out. From then on an acceptance can only be taken back.
  settled_at timestamptz,
  reopened_at timestamptz,
  reopened_by uuid references users (id) on delete set null,
  reopened_because text,
  check (decision = 'accepted' or (comment is not null and subjects is null)),
  check ((subjects is null) = (subjects_because is null)),
  check ((reopened_at is null) = (reopened_because is null))
);

create index decisions_of_attempt on decisions (attempt_id, decided_at);
create index decisions_by_advisor on decisions (decided_by, decided_at desc);
create unique index decisions_one_standing on decisions (attempt_id) where undone_at is null and reopened_at is null;
create index decisions_to_settle on decisions (learner_id) where settled_at is null and undone_at is null and reopened_at is null;

alter table attempts
  add column subjects jsonb,
  add column settled_at timestamptz,
  -- When the learner wrote something under decided work that nobody has replied to yet.
  add column answered_at timestamptz;

insert into decisions (attempt_id, learner_id, decided_by, decision, comment, decided_at, settled_at)
select id, learner_id, decided_by, state, comment, decided_at, decided_at
from attempts where state in ('accepted', 'returned') and decided_at is not null;
update attempts set settled_at = decided_at where state in ('accepted', 'returned');

create index attempts_waiting on attempts (learner_id, submitted_at, id) where state = 'submitted';
create index attempts_answered on attempts (learner_id, answered_at, id) where answered_at is not null;
create index attempts_corrected on attempts (learner_id) where subjects is not null;

create table attempt_comments (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references attempts (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  author text not null check (author in ('learner', 'advisor')),
  words text not null,
  created_at timestamptz not null
);

create index attempt_comments_of_attempt on attempt_comments (attempt_id, created_at);
create index attempt_comments_by_author on attempt_comments (author_id, created_at desc);

-- What an advisor has on one piece of work: that they have opened it, and their unfinished feedback.
create table reviews (
  attempt_id uuid not null references attempts (id) on delete cascade,
  advisor_id uuid not null references users (id) on delete cascade,
  opened_at timestamptz not null,
  draft jsonb,
  draft_updated_at timestamptz,
  primary key (attempt_id, advisor_id)
);

create table review_claims (
  attempt_id uuid primary key references attempts (id) on delete cascade,
  advisor_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  expires_at timestamptz not null
);

create index review_claims_of_advisor on review_claims (advisor_id);

create table saved_comments (
  id uuid primary key default gen_random_uuid(),
  advisor_id uuid not null references users (id) on delete cascade,
  words text not null,
  created_at timestamptz not null default now()
);

create index saved_comments_of_advisor on saved_comments (advisor_id, created_at desc);

create trigger renew_revision after insert or update or delete on decisions
  for each row execute function renew_revision('learner_id');
create trigger renew_revision after insert or update or delete on attempt_comments
  for each row execute function renew_revision('learner_id');
