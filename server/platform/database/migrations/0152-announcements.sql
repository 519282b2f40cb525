-- An advisor's text to a group: each recipient gets it as a message in their own conversation with the advisor (decisions/0096).
create table announcements (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references learner_groups (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  audience text not null check (audience in ('learners', 'families', 'both')),
  text text not null,
  created_at timestamptz not null
);

create index announcements_of_group on announcements (group_id, created_at desc);
create index announcements_of_author on announcements (author_id);

create table announcement_recipients (
  announcement_id uuid not null references announcements (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'not_sent')),
  message_id uuid references messages (id) on delete set null,
  primary key (announcement_id, person_id)
);

create index announcement_recipients_of_person on announcement_recipients (person_id);
create index announcement_recipients_of_message on announcement_recipients (message_id) where message_id is not null;

-- Conversations that announcements began: hidden from their creator until somebody writes in them.
alter table conversations add announced_only boolean not null default false;
