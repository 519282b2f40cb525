-- Conversations between people. Who may write is asked at each message (features/connections); who is listed here has taken part.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('pair', 'group', 'quest_group')),
  -- Of a pair, the smaller id first: two people have one conversation.
  first_id uuid references users (id) on delete set null,
  second_id uuid references users (id) on delete set null,
  group_id uuid unique references quest_groups (id) on delete set null,
  title text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- Whoever writes locks this row: numbers are in the order of commits.
  last_number int not null default 0,
  last_message_at timestamptz not null,
  -- From where on families see nothing of it, when the safety report that says so is deleted.
  held_back_from int,
  unique (first_id, second_id)
);

create index conversations_of_second on conversations (second_id);
create index conversations_made_by on conversations (created_by);

create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Who comes later does not see what was written before.
  first_number int not null,
  -- Up to where they have read; what is unread is counted from here.
  read_number int not null,
  primary key (conversation_id, user_id)
);

create index conversation_members_by_person on conversation_members (user_id);

create table messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations (id) on delete cascade,
  number int not null,
  author_id uuid not null references users (id) on delete cascade,
  -- Empty once it is deleted.
  text text not null,
  -- Members of a group with whom the author had no contact at that moment.
  hidden_from uuid[] not null default '{}',
  -- How many came with it; most messages have none, and are not asked for any.
  files int not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (conversation_id, number)
);

create index messages_of_author on messages (author_id);

create table message_files (
  message_id uuid not null references messages (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  position int not null,
  primary key (message_id, file_id)
);

create index message_files_of_file on message_files (file_id);

-- A safety report may stand on messages between people. What it quotes is kept as it was, whatever becomes of the messages.
alter table safety_reports
  add column thread_id uuid references conversations (id) on delete set null,
  -- The first of the messages that it stands on; null for one that was not delivered.
  add column thread_number int,
  add column quoted jsonb,
  add column reported_by uuid references users (id) on delete set null;

create index safety_reports_of_thread on safety_reports (thread_id) where thread_id is not null;
create index safety_reports_reported_by on safety_reports (reported_by) where reported_by is not null;
