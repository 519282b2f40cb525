-- Finding people by any part of a name or an address, without an extension that a server of one's own may not have.
create function trigrams(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(words, at, 3)), '{}') from generate_series(1, length(words) - 2) at
$$;

create function search_words(first_name text, last_name text, email text) returns text
  language sql immutable parallel safe as $$ select lower(first_name || ' ' || last_name || ' ' || email) $$;

create index users_by_trigram on users using gin (trigrams(search_words(first_name, last_name, email)));

-- The orders in which people are listed, alone and within what they are filtered by.
create index users_by_name on users (lower(last_name), lower(first_name), id);
create index users_by_role_and_name on users (role, lower(last_name), lower(first_name), id);
create index users_by_tier_and_name on users (subscription_tier, lower(last_name), lower(first_name), id);
create index users_by_status_and_name on users (status, lower(last_name), lower(first_name), id);
create index users_by_age_of_account on users (created_at, id);

-- An admin's session as somebody else lives no longer than the admin's own.
alter table sessions add column acting_session_id uuid references sessions (id) on delete cascade;
create index sessions_acting on sessions (acting_session_id) where acting_session_id is not null;

create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_time on audit_log (created_at, id);
drop index audit_log_of_actor;
create index audit_log_of_actor on audit_log (actor_id, id) where actor_id is not null;
