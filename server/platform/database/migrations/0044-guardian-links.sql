-- Who looks after a learner, and what they may do. A link names the adult's address: it counts for the account that has
-- confirmed that address, now or later.
create table guardian_links (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  guardian_email text not null check (guardian_email = lower(guardian_email)),
  -- As they gave it; their account, once there is one, has its own.
  guardian_name text not null,
  relation text not null default '',
  scopes text[] not null,
  -- What made it: a consent, an accepted invitation, or an admin.
  origin text not null check (origin in ('consent', 'invitation', 'admin')),
  since timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid references users (id) on delete set null
);

create unique index guardian_links_one_active on guardian_links (learner_id, guardian_email) where ended_at is null;
create index guardian_links_of_guardian on guardian_links (guardian_email) where ended_at is null;

create table guardian_invitations (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  email text not null check (email = lower(email)),
  relation text not null default '',
  scopes text[] not null,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create unique index guardian_invitations_one_per_address on guardian_invitations (learner_id, email);

insert into guardian_links (learner_id, guardian_email, guardian_name, scopes, origin, since)
select distinct on (child_id, lower(guardian_email)) child_id, lower(guardian_email), guardian_name,
       array['view', 'upload', 'tutor', 'messages', 'consent'], 'consent', confirmed_at
from consents
where confirmed_at is not null and revoked_at is null
order by child_id, lower(guardian_email), confirmed_at;

create trigger renew_revision after insert or update or delete on guardian_links
  for each row execute function renew_revision('learner_id');
