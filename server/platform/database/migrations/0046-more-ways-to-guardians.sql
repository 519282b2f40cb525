-- A link can come about by a code that the family hands on, and a grown learner says which links go on.
alter table guardian_links drop constraint guardian_links_origin_check;
alter table guardian_links
  add check (origin in ('consent', 'invitation', 'code', 'admin')),
  -- When a learner of 18 has said that it goes on.
  add column kept_at timestamptz;

create table pairing_codes (
  hash bytea primary key,
  learner_id uuid not null references users (id) on delete cascade,
  made_by uuid not null references users (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create unique index pairing_codes_one_per_maker on pairing_codes (learner_id, made_by);

-- That a learner has turned 13 or 18, and been told what changes by it.
create table age_milestones (
  learner_id uuid not null references users (id) on delete cascade,
  age int not null check (age in (13, 18)),
  told_at timestamptz not null,
  seen_at timestamptz,
  primary key (learner_id, age)
);

create trigger renew_revision after insert or update or delete on age_milestones
  for each row execute function renew_revision('learner_id');

-- That a guardian was asked to agree to a newer policy.
create table policy_requests (
  child_id uuid not null references users (id) on delete cascade,
  guardian_email text not null,
  policy_version text not null,
  asked_at timestamptz not null,
  primary key (child_id, guardian_email, policy_version)
);
