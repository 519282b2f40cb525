-- What a person should know, in a sentence, and the page of this site where it stands.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references users (id) on delete cascade,
  category text not null,
  title text not null,
  path text not null,
  -- Whom it speaks of: it goes with that person's account.
  about_id uuid references users (id) on delete cascade,
  -- What it is about: of the same thing there is one that is unread.
  topic text,
  created_at timestamptz not null,
  read_at timestamptz,
  -- By which ways, as the person wants it: in the centre, by letter, on the devices that were allowed to.
  shown boolean not null,
  mail text not null check (mail in ('immediately', 'daily', 'weekly', 'never')),
  push boolean not null,
  mailed_at timestamptz,
  pushed_at timestamptz
);

create index notifications_of_person on notifications (person_id, created_at desc, id desc) where shown;
create index notifications_unread on notifications (person_id) where read_at is null;
create unique index notifications_one_unread on notifications (person_id, topic) where read_at is null and topic is not null;
create index notifications_to_mail on notifications (created_at)
  where mail <> 'never' and mailed_at is null and read_at is null;
create index notifications_to_push on notifications (created_at) where push and pushed_at is null and read_at is null;
create index notifications_about on notifications (about_id) where about_id is not null;

-- Where somebody wants it otherwise than by default (rules/notifications.ts).
create table notification_choices (
  person_id uuid not null references users (id) on delete cascade,
  category text not null,
  in_app boolean not null,
  push boolean not null,
  mail text not null check (mail in ('immediately', 'daily', 'weekly', 'never')),
  primary key (person_id, category)
);

-- The letters that gather them, one for each person and day.
create table digests (
  person_id uuid not null references users (id) on delete cascade,
  day date not null,
  primary key (person_id, day)
);

-- False once somebody has ended all letters about notifications in one click.
alter table users add column notification_letters boolean not null default true;
