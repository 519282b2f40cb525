-- It came with a message and is nothing else's: with the message it can be deleted.
alter table files add column in_message boolean not null default false;
