-- The letter about the week of all children of a guardian, one for each guardian and week.
alter table users
  add column weekly_letter boolean not null default true,
  -- Where they last opened the family page, by IANA name.
  add column time_zone text;

create table weekly_letters (
  guardian_id uuid not null references users (id) on delete cascade,
  -- The Sunday at its end.
  week date not null,
  -- False for a week without anything to tell.
  sent boolean not null,
  primary key (guardian_id, week)
);
