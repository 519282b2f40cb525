-- As before (0136), and a guardian's links have new ids under a new address: the links for withdrawing consent in emails to the former
-- address, which may be somebody else's by now, stop working (decisions/0088).
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
  update guardian_invitations as invitation set email = new.email
  where email = old.email and not exists (
    select from guardian_invitations as other
    where other.learner_id = invitation.learner_id and other.email = new.email);
  update users set parent_email = new.email where lower(parent_email) = old.email;
  return null;
end
$$;
