-- Free consultations of half an hour: what teachers offer, and what visitors without an account book.

-- Comes with every PostgreSQL, and is trusted: whoever may create in the database may create it. The constraint below needs it.
create extension if not exists btree_gist;

-- When a teacher can be booked. Hours are what a clock on the wall shows in the teacher's time zone.
create table consultation_hosts (
  host_id uuid primary key references users (id) on delete cascade,
  -- Whether times are offered at all.
  open boolean not null,
  time_zone text not null,
  video_url text not null,
  -- [{ weekday, from, to }]
  weekly jsonb not null,
  -- Days that are otherwise: [{ day, kind: 'off' | 'extra', from, to }]
  exceptions jsonb not null,
  buffer_minutes integer not null,
  notice_hours integer not null,
  days_ahead integer not null,
  per_day integer not null,
  changed_at timestamptz not null
);

create table consultations (
  id uuid primary key default gen_random_uuid(),
  -- Null once that account is erased: what the family was told goes on standing.
  host_id uuid references users (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at = starts_at + interval '30 minutes'),
  state text not null check (state in ('held', 'confirmed', 'cancelled', 'lapsed', 'met', 'no_show')),
  -- Until when the time is kept for somebody who has not confirmed it; it goes on standing after that.
  held_until timestamptz not null,
  name text not null,
  email text not null,
  notes text not null,
  -- The visitor's, in which letters say when it is.
  time_zone text not null,
  -- Grows with each change, for calendars (RFC 5545, SEQUENCE).
  sequence integer not null default 0,
  -- When to send the next reminder; null for no more.
  remind_at timestamptz,
  who_cancelled text check (who_cancelled in ('family', 'host')),
  -- What the host says to the family about it.
  cancelled_because text not null default '',
  -- The quests with which the family begins, chosen by the host after they have met.
  first_plan uuid[] not null default '{}',
  invited_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- One teacher is in one call at a time.
  constraint consultations_do_not_overlap exclude using gist (
    host_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (state in ('held', 'confirmed', 'met', 'no_show'))
);

create index consultations_of_host on consultations (host_id, starts_at);
create index consultations_by_time on consultations (starts_at);
create index consultations_of_address on consultations (email);
create index consultations_to_remind on consultations (remind_at) where remind_at is not null;
create index consultations_held on consultations (held_until) where state = 'held';
