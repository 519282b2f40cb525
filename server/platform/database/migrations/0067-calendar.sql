-- What people put into their calendars themselves. Times are what a clock on the wall shows, in a time zone: what repeats at
-- nine is at nine before and after the clocks change. Of all-day events they are midnights, the last one not included.
create table calendar_events (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users (id) on delete cascade,
  -- Whom an advisor meets: it is in the learner's calendar as well.
  learner_id uuid references users (id) on delete cascade,
  -- What other calendars know it by; imported events keep theirs.
  uid text not null,
  title text not null,
  notes text not null default '',
  all_day boolean not null,
  starts timestamp not null,
  ends timestamp not null,
  time_zone text not null,
  -- How it repeats; null for what happens once.
  recurrence jsonb,
  -- Single ones of a series that are left out, or are otherwise than the series.
  exceptions jsonb not null default '[]',
  -- The days within which all of it lies, wherever one is; without a last day it goes on for ever.
  first_on date not null,
  last_on date,
  -- Minutes before the start.
  reminder integer,
  -- When to look next whether somebody is to be reminded.
  remind_at timestamptz,
  -- Grows with each change, for those who subscribe (RFC 5545, SEQUENCE).
  sequence integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Feeds tell for a while that it was cancelled.
  removed_at timestamptz,
  unique (owner_id, uid),
  check (starts <= ends)
);

create index calendar_events_of_owner on calendar_events (owner_id, first_on);
create index calendar_events_with_learner on calendar_events (learner_id) where learner_id is not null;
create index calendar_events_to_remind on calendar_events (remind_at) where remind_at is not null;

-- The family's calendar of a child shows them.
create trigger renew_revision after insert or update or delete on calendar_events
  for each row execute function renew_revision('owner_id');
create trigger renew_revision_of_guest after insert or update or delete on calendar_events
  for each row execute function renew_revision('learner_id');

-- Links by which calendar programs read along: one's own calendar, or that of a child. A new link ends the one before.
create table calendar_feeds (
  owner_id uuid not null references users (id) on delete cascade,
  learner_id uuid not null references users (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (owner_id, learner_id)
);

create index calendar_feeds_of_learner on calendar_feeds (learner_id);
