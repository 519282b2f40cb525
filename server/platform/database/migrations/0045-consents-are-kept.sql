-- What guardians have said about what a child may do, one row each time: it was given, or it was withdrawn. Rows are only ever
-- added; what counts now is derived from them. A row without `confirmed_at` still waits for its mailed code.
alter table consents
  add column number bigint generated always as identity,
  add column kind text not null default 'given' check (kind in ('given', 'withdrawn')),
  -- Staff who checked a signed form, or spoke with the guardian.
  add column witness_id uuid references users (id) on delete set null,
  add column form_id uuid;

update consents set method = case when method = 'mailed link and mailed code' then 'mailed_code' else 'signed_in' end,
  guardian_email = lower(guardian_email);
alter table consents
  add check (method in ('mailed_code', 'signed_in', 'mailed_link', 'signed_form', 'call')),
  add check (guardian_email = lower(guardian_email));

insert into consents (child_id, guardian_name, guardian_email, scopes, policy_version, method, created_at, confirmed_at, kind)
select child_id, guardian_name, guardian_email, scopes, policy_version, 'signed_in', revoked_at, revoked_at, 'withdrawn'
from consents where confirmed_at is not null and revoked_at is not null;
alter table consents drop column revoked_at;

drop index consents_of_child;
create index consents_of_child on consents (child_id, number);

create function keep_consent() returns trigger language plpgsql as $$
begin
  raise exception 'what a guardian has said is not changed: add what they say now';
end $$;
-- What the erasure of an account does comes from within the database, at a depth.
create trigger consents_are_kept before update or delete on consents
  for each row when (old.confirmed_at is not null and pg_trigger_depth() = 0) execute function keep_consent();

-- Versions of the policy that ask guardians again, and since when this site has had them.
create table policy_changes (
  version text primary key,
  since timestamptz not null
);

-- The oldest version for which a consent to disclose still counts: guardians have thirty days to agree to a newer one.
create function oldest_policy() returns text language sql stable as $$
  select coalesce(max(version), '') from policy_changes where since <= now() - interval '30 days'
$$;

-- The scopes of each child that stand: somebody has given them, by a method and for a policy that are enough for what they allow,
-- and nobody who decides for the child has withdrawn them. The same rule as rules/consent.ts.
create view standing_consents as
select child_id, scope
from (
  select s.child_id, s.scope,
         s.last = 'given'
           and (s.scope in ('use', 'tutor') or s.is_proven and s.policy_version >= oldest_policy()) as is_ground,
         s.last = 'withdrawn' and exists (
           select from guardian_links l
           where l.learner_id = s.child_id and l.guardian_email = s.guardian_email
             and l.ended_at is null and 'consent' = any (l.scopes)) as is_objection
  from (
    select c.child_id, said.scope, c.guardian_email,
           (array_agg(c.kind order by c.number desc))[1] as last,
           (array_agg(c.policy_version order by c.number desc))[1] as policy_version,
           coalesce(max(c.number) filter (where c.kind = 'given' and c.method in ('signed_form', 'call')), 0)
             > coalesce(max(c.number) filter (where c.kind = 'withdrawn'), 0) as is_proven
    from consents c cross join lateral unnest(c.scopes) as said (scope)
    where c.confirmed_at is not null
    group by c.child_id, said.scope, c.guardian_email) s) answers
group by child_id, scope
having bool_or(is_ground) and not bool_or(is_objection);

-- A guardian's signature on paper, or their voice on the telephone: the reference code names the form in both.
create table consent_forms (
  id uuid primary key default gen_random_uuid(),
  child_id uuid not null references users (id) on delete cascade,
  guardian_email text not null check (guardian_email = lower(guardian_email)),
  guardian_name text not null,
  scopes text[] not null,
  policy_version text not null,
  code text not null unique,
  created_at timestamptz not null,
  file_id uuid references files (id) on delete set null,
  sent_at timestamptz,
  -- How it ended; null while it waits.
  outcome text check (outcome in ('confirmed', 'refused')),
  method text check (method in ('signed_form', 'call')),
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  reason text not null default '',
  -- Of a call: when, how and with whom.
  held_at timestamptz,
  held_how text,
  spoke_with text,
  check ((outcome is null) = (decided_at is null))
);

create unique index consent_forms_one_open on consent_forms (child_id, guardian_email) where outcome is null;
create index consent_forms_waiting on consent_forms (created_at) where outcome is null;
create index consent_forms_with_file on consent_forms (decided_at) where file_id is not null;

alter table consents add foreign key (form_id) references consent_forms (id) on delete set null;
