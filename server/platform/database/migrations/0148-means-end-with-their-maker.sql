-- The person who handed over a link, or who entered the address it was emailed to. The link works only while they may make one.
alter table mailed_tokens add column made_by uuid references users (id) on delete set null;
create index mailed_tokens_by_maker on mailed_tokens (made_by) where made_by is not null;

-- The cards of a person who is suspended, leaves, or gets another role end with the sessions that they opened.
create index sign_in_cards_by_maker on sign_in_cards (created_by) where created_by is not null;
create function end_cards_of_maker() returns trigger language plpgsql as $$
begin
  delete from sign_in_cards where created_by = new.id;
  return null;
end $$;
create trigger end_cards_of_maker after update of status, role on users
  for each row when (
    old.role <> new.role or old.status <> new.status and new.status <> 'active')
  execute function end_cards_of_maker();

-- A suspension by the roster ends when the account opens, whoever opens it. Later suspensions are not the roster's to lift.
create function end_suspension_by_roster() returns trigger language plpgsql as $$
begin
  update roster_people set suspended_at = null where user_id = new.id and suspended_at is not null;
  return null;
end $$;
create trigger end_suspension_by_roster after update of status on users
  for each row when (old.status <> new.status and (old.status = 'suspended' or new.status = 'active'))
  execute function end_suspension_by_roster();

-- Learners here already who would get another guardian, and accounts here already that would join the roster.
alter table roster_limits
  add column guardians_percent int not null default 2 check (guardians_percent between 0 and 100),
  add column joined_percent int not null default 2 check (joined_percent between 0 and 100);

-- An undone import returns an address.
alter table roster_emails
  drop constraint roster_emails_kind_check,
  add constraint roster_emails_kind_check
    check (kind in ('invitation', 'consent', 'confirmation', 'former_address', 'returned_address'));
