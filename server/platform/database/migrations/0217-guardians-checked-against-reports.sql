-- When earlier safety reports of the learner were searched for this guardian (decisions/0068). Null: not yet.
alter table guardian_links add column reports_checked_at timestamptz;
create index guardian_links_unchecked on guardian_links (id) where reports_checked_at is null and ended_at is null;

-- Once the account of a linked address is confirmed, or has another name or address, its links are checked again. An address may change
-- with the name, in one statement, before its links follow (0136).
create function check_reports_again() returns trigger language plpgsql as $$
begin
  update guardian_links set reports_checked_at = null
  where guardian_email in (old.email, new.email) and ended_at is null and reports_checked_at is not null;
  return null;
end $$;
create trigger check_reports_of_new_account after insert on users
  for each row execute function check_reports_again();
create trigger check_reports_of_new_name after update of first_name, last_name, email, email_verified_at on users
  for each row when (old.first_name <> new.first_name or old.last_name <> new.last_name
    or old.email is distinct from new.email or old.email_verified_at is distinct from new.email_verified_at)
  execute function check_reports_again();
