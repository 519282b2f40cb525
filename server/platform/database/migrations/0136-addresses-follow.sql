-- The address of an account changes when the school that gave it gives another (decisions/0088).
update roster_people set given = given
  || jsonb_build_object('email', users.email)
  || case when users.parent_email is null then '{}' else jsonb_build_object('parent_email', lower(users.parent_email)) end
from users where users.id = roster_people.user_id;

-- Rows that name a guardian by address, so that a change of address finds them.
create index guardian_links_by_address on guardian_links (guardian_email);
create index consents_by_address on consents (guardian_email);
create index consent_forms_by_address on consent_forms (guardian_email);
create index policy_requests_by_address on policy_requests (guardian_email);
create index guardian_invitations_by_address on guardian_invitations (email);
create index mailed_tokens_by_address on mailed_tokens (email);

-- Consents are append-only except for this: their guardian is the same person under the new address. At a trigger's depth
-- keep_consent allows it.
create function follow_address() returns trigger language plpgsql as $$
begin
  update guardian_links as link set ended_at = now()
  where guardian_email = old.email and ended_at is null and exists (
    select from guardian_links as other
    where other.learner_id = link.learner_id and other.guardian_email = new.email and other.ended_at is null);
  update guardian_links set guardian_email = new.email where guardian_email = old.email;
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
-- By its name it runs before `withdraw_assignments`, which reads the links of the new address.
create trigger follow_address after update of email on users
  for each row when (old.email is distinct from new.email) execute function follow_address();

-- Emails of imports that wait for their turn (MAIL_PER_MINUTE), and those of the last minutes.
create table roster_emails (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'consent', 'confirmation', 'former_address')),
  -- Of `former_address` only; otherwise the account's at the time of sending.
  address text,
  sent_at timestamptz
);
create unique index roster_emails_waiting on roster_emails (user_id, kind) where sent_at is null;
create index roster_emails_sent on roster_emails (sent_at) where sent_at is not null;

-- Emails that asked the guardian of a waiting child for consent.
alter table roster_people
  add column guardian_asked_at timestamptz,
  add column guardian_asks int not null default 0;
update roster_people set guardian_asked_at = invited_at, guardian_asks = 1
from users
where users.id = roster_people.user_id and invited_at is not null and users.parent_email is not null;
