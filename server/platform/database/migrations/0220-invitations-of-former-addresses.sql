-- As before (0218), but an invitation that was emailed to the former address ends: its reader may be somebody else by now, and its page
-- would show the new address (decisions/0088). Whoever invited can invite the new one.
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

-- Calendars read the events that are not removed.
drop index calendar_events_of_owner;
create index calendar_events_of_owner on calendar_events (owner_id, first_on) where removed_at is null;
create index calendar_events_removed on calendar_events (owner_id, removed_at) where removed_at is not null;
