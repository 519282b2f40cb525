-- A course is a quest arranged in weeks (decisions/0101).
alter table quests
  -- Title and text of each week, in order; empty for other quests.
  add column weeks jsonb not null default '[]';
alter table tasks
  -- Number of the week that the task belongs to, from 1.
  add column week smallint check (week between 1 and 24);

-- Earlier versions and drafts name the same fields as published quests.
update quest_versions set content = content || '{"weeks": []}';
update quest_drafts set content = content || '{"weeks": []}' where learner_id is null;
