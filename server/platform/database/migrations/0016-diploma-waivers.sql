-- Why an admin has issued a diploma before every subject was met; null for all others.
alter table diplomas add column waived_because text check (waived_because is null or kind = 'accredited');
