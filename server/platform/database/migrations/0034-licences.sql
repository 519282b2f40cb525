-- The last day on which a teaching licence is valid; null where no end is recorded.
alter table users add column licence_expires_on date;
