-- Two people who are connected: one row for each pair, the smaller id first. A connection that has ended keeps its row, so that
-- people who have met can be named where one has blocked the other.
create table connections (
  first_id uuid not null references users (id) on delete cascade,
  second_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  ended_at timestamptz,
  primary key (first_id, second_id),
  check (first_id < second_id)
);

create index connections_of_second on connections (second_id);

-- A request goes to an address: it waits for whoever owns it, now or later, so that nothing tells the sender whether anybody
-- does. What becomes of it on the other side changes nothing that the sender sees, except that they are connected.
create table connection_requests (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  -- Until when the two see it.
  expires_at timestamptz not null,
  -- By a guardian of a sender under 13, and of a recipient under 13.
  sender_allowed_at timestamptz,
  recipient_allowed_at timestamptz,
  accepted_at timestamptz,
  declined_at timestamptz,
  cancelled_at timestamptz,
  -- Up to which step those whose turn it is have been told.
  told text,
  unique (sender_id, email)
);

create index connection_requests_to on connection_requests (email);
create index connection_requests_by_age on connection_requests (expires_at);

create table blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  primary key (blocker_id, blocked_id)
);

create index blocks_of_blocked on blocks (blocked_id);

-- What friends are shown: nothing, until somebody chooses otherwise.
alter table users add column shown_to_friends text[] not null default '{}';

-- What somebody says about another to the staff, with what bound the two at that moment.
create table person_reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references users (id) on delete cascade,
  reported_id uuid references users (id) on delete set null,
  reason text not null,
  words text not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users (id) on delete set null,
  outcome text not null default ''
);

create index person_reports_open on person_reports (created_at) where closed_at is null;
create index person_reports_of_reporter on person_reports (reporter_id);
