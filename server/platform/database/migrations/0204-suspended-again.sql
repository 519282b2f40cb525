-- An admin suspends a person whom the roster has suspended: it is no longer the roster's to lift.
drop trigger end_suspension_by_roster on users;
create trigger end_suspension_by_roster after update of status on users
  for each row when (old.status = 'suspended' or old.status <> new.status and new.status = 'active')
  execute function end_suspension_by_roster();

-- People whom the roster has suspended, and restores once it lists them again.
create view roster_suspensions as
select user_id from roster_people where suspended_at is not null and user_id is not null;
