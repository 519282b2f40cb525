-- Work that may be about somebody at home: guardians see nothing of it.
alter table attempts add column held_back boolean not null default false;

-- The work that a report is about, where it was handed in and not written in a conversation.
alter table safety_reports add column attempt_id uuid references attempts (id) on delete set null;
create index safety_reports_of_attempt on safety_reports (attempt_id) where attempt_id is not null;
