-- The version of the cleaner that a document, audio or video file was last given to. Older ones are cleaned again by the job that
-- cleans what is waiting; a picture or a text is complete when it is stored.
alter table files add column cleaner integer not null default 0;
drop index files_to_clean;
create index files_to_clean on files (cleaner)
  where stored_at is not null and purpose <> 'export' and content_type !~ '^(image|text)/';
