-- Every request of staff for another person's file asks whether it is the cover of a proposal, and read all of them for that.
create index quest_drafts_by_cover on quest_drafts ((content ->> 'cover_file_id'))
  where content ->> 'cover_file_id' is not null;
