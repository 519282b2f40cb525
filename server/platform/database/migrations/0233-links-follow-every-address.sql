-- As before 0230: a guardian's links follow whoever has the address, confirmed or not. Most parents on a list have not confirmed theirs, and
-- lost their children, or an admin's limit, with a new one. That a list gives somebody a guardian's address is an error of its row now. The
-- column `ever_confirmed` is used by nothing any more.
drop trigger remember_confirmation on users;
drop function remember_confirmation();
create or replace function follow_address() returns trigger language plpgsql as $$
begin
  update guardian_links as link set ended_at = now()
  where guardian_email = old.email and ended_at is null and exists (
    select from guardian_links as other
    where other.learner_id = link.learner_id and other.guardian_email = new.email and other.ended_at is null);
  update guardian_links set guardian_email = new.email, id = gen_random_uuid() where guardian_email = old.email;
  update consents set guardian_email = new.email where guardian_email = old.email;
  update consent_forms as form set guardian_email = new.email
  where guardian_email = old.email and (outcome is not null or not exists (
    select from consent_forms as other
    where other.child_id = form.child_id and other.guardian_email = new.email and other.outcome is null));
  update policy_requests as request set guardian_email = new.email
  where guardian_email = old.email and not exists (
    select from policy_requests as other
    where other.child_id = request.child_id and other.guardian_email = new.email
      and other.policy_version = request.policy_version);
  delete from guardian_invitations where email = old.email;
  update users set parent_email = new.email where lower(parent_email) = old.email;
  return null;
end
$$;
