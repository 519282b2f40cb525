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

-- The bell of every browser that is open follows: one signal for each person and statement, whatever wrote it.
create function tell_notifications() returns trigger language plpgsql as $$
begin
  insert into signals (user_id, kind, about)
  select person_id, 'notification', person_id from changed
  union
  select person_id, 'connection', person_id from changed where category = 'connections';
  return null;
end $$;

create trigger notifications_tell_new after insert on notifications
  referencing new table as changed for each statement execute function tell_notifications();
create trigger notifications_tell_change after update on notifications
  referencing new table as changed for each statement execute function tell_notifications();
