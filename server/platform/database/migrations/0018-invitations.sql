-- Links that make an account: for the first admin, who also names the site (no address yet), and for those whom an admin
-- invites. Only the hash is kept. A row goes when its link is used.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  kind text not null check (kind in ('setup', 'invitation')),
  role text not null check (role in ('parent', 'advisor', 'educator', 'admin', 'observer')),
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (kind = 'setup' or email is not null)
);

create unique index invitations_one_per_address on invitations (email) where kind = 'invitation';

-- Older versions kept what they had sent, links and codes included, for a week.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where state = 'completed';
  end if;
end $$;
