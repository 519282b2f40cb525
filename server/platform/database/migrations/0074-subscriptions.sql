-- Who pays at the payment service, by its own id of them.
create table payment_customers (
  user_id uuid primary key references users on delete cascade,
  customer_id text not null unique
);

-- Subscriptions as the payment service had them when it was asked last.
create table subscriptions (
  id text primary key,
  -- Who has the tier, and who pays for it.
  user_id uuid not null references users on delete cascade,
  payer_id uuid references users on delete set null,
  tier text not null check (tier in ('explorer', 'creator')),
  status text not null,
  ends_at timestamptz,
  -- In which order it was asked: what was asked for earlier never replaces what was asked for later.
  asked bigint not null
);
create index subscriptions_of_user on subscriptions (user_id);
create index subscriptions_of_payer on subscriptions (payer_id);
create sequence payment_questions;

-- Events that have had their effect.
create table payment_events (
  id text primary key,
  received_at timestamptz not null default now()
);
