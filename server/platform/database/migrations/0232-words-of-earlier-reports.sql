-- Words of earlier reports of harm about the same learner: staff who are named there are not told of this one (safety/context.ts). Apart from
-- the words around the report itself, of which too many begin a new report.
alter table safety_reports add column earlier_words text[] not null default '{}';
create index guardian_links_by_mailbox on guardian_links (mailbox_of(guardian_email));
