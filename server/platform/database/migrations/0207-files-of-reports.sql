-- Files of messages that were refused belong to the reports that quote them: no sweep may delete them.
update files set attached_at = now(), in_message = true
where attached_at is null and owner_id is not null and stored_at is not null and purpose = 'upload'
  and id in (
    select (file ->> 'id')::uuid
    from safety_reports, jsonb_path_query(quoted, '$.messages[*].files[*]') as file
  );

-- Every request for another person's file asks whether it is a quest's cover, and read all quests for that.
create index quests_by_cover on quests (cover_file_id) where cover_file_id is not null;
create index quest_versions_by_cover on quest_versions ((content ->> 'cover_file_id'))
  where content ->> 'cover_file_id' is not null;
