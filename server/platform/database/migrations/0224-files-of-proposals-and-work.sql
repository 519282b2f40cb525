-- Every request of staff for another person's file asks whether it is the cover of a proposal, and read all of them for that.
create index quest_drafts_by_cover on quest_drafts ((content ->> 'cover_file_id'))
  where content ->> 'cover_file_id' is not null;

-- Whoever looks at a learner's picture asks whether it is part of work, and read all that the learner had ever handed in for that.
-- Without a pending list, which each look at it would read as a whole.
create index attempts_by_block on attempts using gin (blocks jsonb_path_ops) with (fastupdate = off);
