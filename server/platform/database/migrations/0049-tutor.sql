-- What a family has decided about the tutor; without a row the defaults of the contract hold.
create table tutor_settings (
  learner_id uuid primary key references users (id) on delete cascade,
  enabled boolean not null,
  -- Of the day, as HH:MM; 24:00 is its end.
  hours_from text not null,
  hours_to text not null,
  -- Where the hours are counted; null where whoever decided has not said: where the learner's device is.
  time_zone text,
  daily_minutes int not null check (daily_minutes between 0 and 1440),
  blocked_topics text[] not null,
  alert_level text not null check (alert_level in ('low', 'medium', 'high')),
  retention_days int not null check (retention_days between 1 and 365),
  set_by uuid references users (id) on delete set null,
  set_at timestamptz not null
);

create table tutor_conversations (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  quest_id uuid references quests (id) on delete set null,
  task_id uuid references tasks (id) on delete set null,
  created_at timestamptz not null,
  last_message_at timestamptz not null
);

create index tutor_conversations_of_learner on tutor_conversations (learner_id, last_message_at desc, id);

create table tutor_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references tutor_conversations (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  -- The question has an odd number, and its answer the next one.
  number int not null,
  author text not null check (author in ('learner', 'tutor')),
  text text not null,
  -- Of an answer: who made it, and whether it is complete. What was read of it is stored before it is shown.
  origin text check (origin in ('model', 'coach', 'house')),
  state text not null check (state in ('done', 'waiting', 'writing', 'stopped', 'failed')),
  -- What an answer to a crisis is about: the page shows whom to call.
  crisis text check (crisis in ('self_harm', 'abuse', 'grooming')),
  created_at timestamptz not null,
  claimed_at timestamptz,
  unique (conversation_id, number)
);

create index tutor_messages_of_learner on tutor_messages (learner_id, created_at);

-- Something in a conversation that a person who looks after the learner should look at.
create table safety_reports (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  conversation_id uuid references tutor_conversations (id) on delete set null,
  severity text not null check (severity in ('low', 'medium', 'high')),
  category text not null,
  excerpt text not null,
  state text not null default 'new' check (state in ('new', 'seen', 'acted', 'false_positive')),
  created_at timestamptz not null,
  -- It may be about a guardian: no guardian hears of it.
  held_back boolean not null,
  released_at timestamptz,
  released_by uuid references users (id) on delete set null,
  release_reason text,
  -- Whom it has reached, and since when; null where nobody is to be told by mail.
  reached text check (reached in ('guardians', 'advisor', 'safeguarding', 'admins')),
  reached_at timestamptz,
  closed_at timestamptz
);

create index safety_reports_of_learner on safety_reports (learner_id, created_at desc);
create index safety_reports_to_escalate on safety_reports (reached_at) where state = 'new' and reached is not null;

-- The messages that a report stands on.
create table safety_report_messages (
  report_id uuid not null references safety_reports (id) on delete cascade,
  message_id uuid not null references tutor_messages (id) on delete cascade,
  primary key (report_id, message_id)
);

create index safety_report_messages_of_message on safety_report_messages (message_id);

-- Staff whom an admin has named for the safety of children.
alter table users add safeguarding boolean not null default false;
create index users_for_safeguarding on users (id) where safeguarding;
