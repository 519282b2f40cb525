-- Whether the person has ever confirmed an address. A list may have given somebody a guardian's address by mistake.
alter table users add column ever_confirmed boolean not null default false;
update users set ever_confirmed = true
where email_verified_at is not null or exists (
  select from audit_log where audit_log.subject_id = users.id and audit_log.action = 'address_changed');

create function remember_confirmation() returns trigger language plpgsql as $$
begin
  new.ever_confirmed := true;
  return new;
end
$$;
create trigger remember_confirmation before insert or update of email_verified_at on users
  for each row when (new.email_verified_at is not null and not new.ever_confirmed) execute function remember_confirmation();

-- As before (0220), but nothing follows somebody who has never confirmed an address: once the list is put right, that person would be
-- the guardian. Links that a list made end, because nobody has used the address; the list makes those again that it still names.
create or replace function follow_address() returns trigger language plpgsql as $$
begin
  if not old.ever_confirmed then
    update guardian_links as link set ended_at = now()
    where guardian_email = old.email and ended_at is null and origin = 'admin' and overridden_at is null and not exists (
      select from consents where consents.child_id = link.learner_id and consents.guardian_email = old.email);
    return null;
  end if;
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
