-- A file of a message that was deleted stays for the reports that quote it. To its owner it is gone: otherwise its being there would tell
-- the author of a message that somebody has reported it.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('upload', 'earlier_work', 'export', 'report'));

update files set purpose = 'report'
where in_message and owner_id is not null and purpose = 'upload'
  and not exists (select from message_files where message_files.file_id = files.id)
  and exists (
    select from safety_reports
    where quoted @> jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('delivered', true, 'files', jsonb_build_array(jsonb_build_object('id', files.id))))));
