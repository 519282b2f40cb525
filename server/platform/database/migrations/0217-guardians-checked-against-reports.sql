-- When earlier safety reports of the learner were searched for this guardian (decisions/0068). Null: not yet.
alter table guardian_links add column reports_checked_at timestamptz;
create index guardian_links_unchecked on guardian_links (id) where reports_checked_at is null and ended_at is null;

-- Once an account gives a linked address another name, its links are checked again.
create function check_reports_again() returns trigger language plpgsql as $$
begin
  update guardian_links set reports_checked_at = null
  where guardian_email = new.email and ended_at is null and reports_checked_at is not null;
  return null;
end $$;
create trigger check_reports_of_new_account after insert on users
  for each row execute function check_reports_again();
create trigger check_reports_of_new_name after update of first_name, last_name, email on users
  for each row when (old.first_name <> new.first_name or old.last_name <> new.last_name or old.email is distinct from new.email)
  execute function check_reports_again();
