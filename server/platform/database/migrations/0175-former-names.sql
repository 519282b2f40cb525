-- Earlier names of people: a report names somebody by the name that they had, whatever they are called since (decisions/0104).
create table former_names (
  user_id uuid not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, first_name, last_name)
);

create function keep_former_name() returns trigger language plpgsql as $$
begin
  insert into former_names (user_id, first_name, last_name) values (old.id, old.first_name, old.last_name)
  on conflict do nothing;
  return null;
end $$;
create trigger keep_former_name after update of first_name, last_name on users
  for each row when (old.first_name <> new.first_name or old.last_name <> new.last_name)
  execute function keep_former_name();

-- Names by which people are or were known.
create view known_names as
select id as user_id, first_name, last_name from users
union all
select user_id, first_name, last_name from former_names;
