-- Work done outside of the site, which a witness confirms by mail and an advisor credits (decisions/0107).
create table outside_work (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('job', 'apprenticeship', 'volunteering', 'sport', 'music', 'college', 'other')),
  title text not null,
  organisation text not null,
  subject text not null,
  from_day date not null,
  until_day date not null,
  hours int not null check (hours > 0),
  about text not null,
  witness_name text not null,
  witness_role text not null,
  -- Erased once the witness has answered, or is no longer asked.
  witness_email text,
  state text not null default 'proposed'
    check (state in ('proposed', 'asked', 'confirmed', 'denied', 'silent', 'declined', 'credited')),
  created_at timestamptz not null,
  asked_at timestamptz,
  asked_by uuid references users (id) on delete set null,
  answered_at timestamptz,
  confirmed_hours int check (confirmed_hours between 1 and hours),
  -- Words of the advisor to the learner, if it was declined.
  declined_because text,
  credit_entry_id uuid references credit_entries (id) on delete cascade,
  check (from_day <= until_day),
  check (witness_email is not null or state not in ('proposed', 'asked'))
);

create index outside_work_of_learner on outside_work (learner_id, created_at desc);
create index outside_work_asked on outside_work (asked_at) where state = 'asked';
create index outside_work_entry on outside_work (credit_entry_id);
create index outside_work_asked_by on outside_work (asked_by);

alter table credit_entries
  drop constraint credit_entries_kind_check,
  drop constraint credit_entries_check,
  drop constraint credit_entries_check2,
  add constraint credit_entries_kind_check check (kind in ('transfer', 'outside', 'adjustment', 'reversal')),
  add constraint credit_entries_institution_check
    check ((kind in ('transfer', 'outside')) = (institution is not null)),
  add constraint credit_entries_earned_check check (kind not in ('transfer', 'outside') or hundredths > 0);
