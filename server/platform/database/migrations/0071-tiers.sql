-- The tier that a person has is users.subscription_tier; here is who gave which. rules/tiers.ts says which one counts.
create table tier_grants (
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('admin', 'agreement', 'payment')),
  tier text not null check (tier in ('free', 'explorer', 'creator', 'enterprise')),
  granted_at timestamptz not null default now(),
  primary key (user_id, source)
);

-- Tiers were set by hand until now.
insert into tier_grants (user_id, source, tier)
select id, 'admin', subscription_tier from users where subscription_tier <> 'free';
