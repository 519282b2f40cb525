-- The task's criteria as they read at the decision, each with whether the reviewer ticked it: [{criterion, met}].
-- Empty if the reviewer did not use the rubric.
alter table decisions add column findings jsonb not null default '[]';

-- Drafts have what the app now expects in them.
update reviews set draft = draft || '{"met": []}' where draft is not null;
update quest_drafts
set content = jsonb_set(content, '{rubric}', (
  select coalesce(jsonb_agg(criterion || '{"tasks": []}'), '[]')
  from jsonb_array_elements(content -> 'rubric') criterion))
where jsonb_typeof(content -> 'rubric') = 'array';
