-- Moment from which CONSENT_DAYS count for a child who waits for consent (decisions/0084). Null while a roster lists the child.
alter table users add column consent_wait_from timestamptz;
-- The account is deleted because nobody consented, not because somebody asked for it.
alter table users add column consent_lapsed boolean not null default false;

update users set consent_wait_from = created_at
where status = 'pending_consent'
  and not exists (select from roster_people where roster_people.user_id = users.id);

create or replace view accounts as
select id, email, email_verified_at, first_name, last_name, role, status, subscription_tier, date_of_birth, declared_adult, country,
       parent_email, school_email, interests, avatar_file_id, time_zone, safeguarding, licence_expires_on, shown_to_friends,
       weekly_letter, notification_letters, portfolio_slug, portfolio_listed, portfolio_published_at, deletion_due_at, created_at,
       consent_wait_from
from users;

-- A roster brings back a child whose account was deleted for missing consent, and nobody else who was erased.
create or replace function forget_roster_person() returns trigger language plpgsql as $$
begin
  if old.consent_lapsed then
    delete from roster_people where user_id = old.id;
  else
    update roster_people set given = '{}' where user_id = old.id;
  end if;
  return old;
end $$;
