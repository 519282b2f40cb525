-- When the sweep found that nothing names an upload any more, such as a picture that was taken out of a draft. Null while it is used.
alter table files add column unused_since timestamptz;

-- Uploads that something names, with their owners. Whatever else names an upload belongs here: the sweep deletes the others. Work that
-- was handed in, of which there may be years, is searched by an index (0224).
create view named_files as
  select learner_id as owner_id, lower(file #>> '{}') as file_id
  from drafts, jsonb_path_query(blocks, '$.**.file_id') as file
  union all
  select learner_id, lower(file #>> '{}') from added_evidence, jsonb_path_query(blocks, '$.**.file_id') as file
  union all
  select id, avatar_file_id::text from users where avatar_file_id is not null
  union all
  select files.owner_id, files.id::text from files join quests on quests.cover_file_id = files.id
  union all
  select files.owner_id, files.id::text
  from files join quest_versions on quest_versions.content ->> 'cover_file_id' = files.id::text
  union all
  select files.owner_id, files.id::text
  from files join quest_drafts on lower(quest_drafts.content ->> 'cover_file_id') = files.id::text
  union all
  select files.owner_id, files.id::text from files join consent_forms on consent_forms.file_id = files.id
  union all
  select files.owner_id, files.id::text from files join agreement_scans on agreement_scans.file_id = files.id;
