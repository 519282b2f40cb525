-- Friends who do the same quest and have said so to each other.
create table quest_groups (
  id uuid primary key default gen_random_uuid(),
  quest_id uuid not null references quests (id) on delete cascade,
  name text not null,
  created_at timestamptz not null
);

create table quest_group_members (
  group_id uuid not null references quest_groups (id) on delete cascade,
  member_id uuid not null references users (id) on delete cascade,
  invited_by uuid references users (id) on delete set null,
  invited_at timestamptz not null,
  -- Null while the invitation waits.
  joined_at timestamptz,
  primary key (group_id, member_id)
);

create index quest_group_members_by_member on quest_group_members (member_id);
