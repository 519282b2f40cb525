-- Devices that may be told that there is something new. An endpoint belongs to whoever signed in there last, for as long as that
-- session lives.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique,
  person_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

create index push_subscriptions_of_person on push_subscriptions (person_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);
