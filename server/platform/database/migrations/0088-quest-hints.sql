alter table quests
  -- In Markdown: for whoever helps, and what to try when it does not work.
  add column for_adults text not null default '',
  add column hints text not null default '';

-- A cover shows a drawn motif now, and no longer names the pillar that has the sky.
update quests set cover_motif = null where cover_motif is not null;

-- What is kept of earlier versions and being written names them as what is published does.
update quest_versions set content = content || '{"for_adults": "", "hints": "", "cover_motif": null}';
update quest_drafts set content = content || '{"for_adults": "", "hints": "", "cover_motif": null}'
  where learner_id is null;
