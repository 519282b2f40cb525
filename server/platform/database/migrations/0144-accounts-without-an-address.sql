-- Learners may have no email address. They sign in by a name or a card (decisions/0093).
alter table users
  alter column email drop not null,
  add column sign_in_name text unique
    check (sign_in_name = lower(sign_in_name) and sign_in_name ~ '^[a-z]{1,12}[0-9]{4,6}$'),
  add constraint users_can_sign_in check (email is not null or sign_in_name is not null),
  add constraint only_learners_have_no_address check (email is not null or role = 'student'),
  add constraint only_addresses_are_confirmed check (email is not null or email_verified_at is null);

create or replace view accounts as
select id, email, email_verified_at, first_name, last_name, role, status, subscription_tier, date_of_birth, declared_adult, country,
       parent_email, school_email, interests, avatar_file_id, time_zone, safeguarding, licence_expires_on, shown_to_friends,
       weekly_letter, notification_letters, portfolio_slug, portfolio_listed, portfolio_published_at, deletion_due_at, created_at,
       consent_wait_from, sign_in_name
from users;

-- Letters of the first name and random digits: short enough to write on a card. A row-level trigger sees the names that earlier
-- rows of the same statement got, which an import of a whole school needs.
create function choose_sign_in_name() returns trigger language plpgsql as $$
declare
  letters text := left(coalesce(nullif(regexp_replace(
    normalize(translate(lower(new.first_name), 'øłđðıæœßþ', 'olddiaost'), nfd), '[^a-z]', '', 'g'), ''), 'learner'), 12);
  digits int := 4;
  tries int := 0;
begin
  loop
    new.sign_in_name := letters || (10 ^ (digits - 1) + floor(random() * 9 * 10 ^ (digits - 1)))::bigint;
    exit when not exists (select from users where sign_in_name = new.sign_in_name);
    tries := tries + 1;
    if tries % 20 = 0 and digits < 6 then digits := digits + 1; end if;
  end loop;
  return new;
end $$;
create trigger choose_sign_in_name before insert on users
  for each row when (new.email is null and new.sign_in_name is null) execute function choose_sign_in_name();

-- Admins find a learner by their sign-in name, too.
drop index users_by_trigram;
create function search_words(first_name text, last_name text, email text, sign_in_name text) returns text
  language sql immutable parallel safe as $$
    select lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(sign_in_name, ''))
  $$;
create index users_by_trigram on users using gin (trigrams(search_words(first_name, last_name, email, sign_in_name)));

-- At most one card per account: a new one replaces it.
create table sign_in_cards (
  user_id uuid primary key references users (id) on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);

-- Short, and without the changes that outlive it (decisions/0093).
alter table sessions add column by_card boolean not null default false;

-- A card ends with what it rests on, whoever changes that, and ends the sessions that it opened.
create function end_card_sessions() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now() where user_id = old.user_id and by_card and ended_at is null;
  return null;
end $$;
create trigger end_card_sessions after delete or update of hash on sign_in_cards
  for each row execute function end_card_sessions();

create function end_card_of_user() returns trigger language plpgsql as $$
begin
  delete from sign_in_cards where user_id = new.user_id;
  return null;
end $$;
create trigger end_card after insert on totp_factors for each row execute function end_card_of_user();
create trigger end_card after insert on passkeys for each row execute function end_card_of_user();

create function end_card_of_account() returns trigger language plpgsql as $$
begin
  delete from sign_in_cards where user_id = new.id;
  return null;
end $$;
-- From 13 on, an address ends the card.
create trigger end_card after update of status, email, role on users
  for each row when (
    new.status <> 'active' or new.role <> 'student'
    or old.email is null and new.email is not null
       and (new.date_of_birth is null or new.date_of_birth <= current_date - interval '13 years'))
  execute function end_card_of_account();

-- Cards and password links that somebody made end when that person no longer looks after the learner.
create function end_sign_in_means(learner uuid, maker uuid) returns void language sql as $$
  delete from sign_in_cards where user_id = learner and created_by = maker;
  delete from mailed_tokens where user_id = learner and purpose = 'choose_password' and email is null and used_at is null;
$$;

create function end_sign_in_means_of_advisor() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.advisor_id <> old.advisor_id then
    perform end_sign_in_means(old.learner_id, old.advisor_id);
  end if;
  return null;
end $$;
create trigger end_sign_in_means after delete or update of advisor_id on caseload
  for each row execute function end_sign_in_means_of_advisor();

create function end_sign_in_means_of_guardian() returns trigger language plpgsql as $$
begin
  perform end_sign_in_means(old.learner_id, (select id from users where email = old.guardian_email));
  return null;
end $$;
create trigger end_sign_in_means after update of ended_at, scopes on guardian_links
  for each row when (new.ended_at is not null or not 'consent' = any(new.scopes))
  execute function end_sign_in_means_of_guardian();

-- Links that are handed over on paper or on a screen, and links that add an address.
alter table mailed_tokens
  alter column email drop not null,
  drop constraint mailed_tokens_purpose_check,
  add constraint mailed_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'choose_password', 'consent', 'add_address')),
  add constraint mailed_tokens_have_an_address check (email is not null or purpose = 'choose_password');

-- A roster may list children without an address. Their accounts are found by id, which is chosen before the account is created.
alter table roster_decisions
  alter column email drop not null,
  alter constraint roster_decisions_user_id_fkey deferrable initially deferred;
