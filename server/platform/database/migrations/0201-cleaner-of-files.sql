-- The version of the cleaner that a document, audio or video file was last given to. Older ones are cleaned again, some in each
-- run of the job; a picture or a text is complete when it is stored.
alter table files add column cleaner integer not null default 0;
create index files_by_cleaner on files (cleaner)
  where stored_at is not null and purpose <> 'export' and content_type !~ '^(image|text)/';
