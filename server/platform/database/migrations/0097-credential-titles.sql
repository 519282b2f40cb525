-- A credential has its title from the day on which it is earned, so that a list of them needs nothing but its rows.
alter table credentials drop constraint credentials_check;
alter table credentials add constraint credentials_check check (num_nulls(key_id, document) in (0, 2));
update credentials c set title = v.name
  from badge_awards a join badge_versions v on v.badge_id = a.badge_id and v.version = a.version
  where a.credential_id = c.id and c.title is null;
update credentials c set title = d.snapshot ->> 'title'
  from diplomas d where d.credential_id = c.id and c.title is null;
update credentials c set title = 'Academic transcript ' || (t.snapshot ->> 'number')
  from issued_transcripts t where t.credential_id = c.id and c.title is null;
-- Not null only with the next release: while this one is brought out, programs of the earlier one still reserve without a title.
