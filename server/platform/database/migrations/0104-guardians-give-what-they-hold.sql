-- A guardian's link that an admin has narrowed or ended limits every later link of the same mailbox with the same learner,
-- unless an admin makes it.
alter table guardian_links add column overridden_at timestamptz;

-- Guardians export a child's data for themselves: `user_id` is whoever asked for it, `learner_id` whom it is about where that is
-- somebody else, `scopes` what their link opened when it was made.
alter table exports
  add column learner_id uuid references users (id) on delete cascade,
  add column scopes text[],
  add check ((learner_id is null) = (scopes is null));
create index exports_about_learner on exports (learner_id) where learner_id is not null;

-- Somebody without a known date of birth who is an adult because they, or whoever gave them their role, said so.
alter table users add column declared_adult boolean not null default false;
update users set declared_adult = true where date_of_birth is null and role <> 'student';

-- A minor's account is a learner's account, whatever a form, a roster or an admin says.
update users set role = 'student' where date_of_birth > current_date - interval '18 years' and role <> 'student';
create function minors_are_learners() returns trigger language plpgsql as $$
begin
  if new.date_of_birth > current_date - interval '18 years' then
    new.role := 'student';
    new.declared_adult := false;
  end if;
  return new;
end
$$;
create trigger minors_are_learners before insert or update of role, date_of_birth, declared_adult on users
  for each row execute function minors_are_learners();
