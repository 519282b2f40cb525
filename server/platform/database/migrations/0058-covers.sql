-- What is being written names its cover as what is published does.
update quest_drafts set content = content || '{"cover_file_id": null}' where learner_id is null;
