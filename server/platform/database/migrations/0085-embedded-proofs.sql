-- Credentials carry their proof themselves now and are JSON in one form. Those that were signed as tokens are signed anew,
-- from the same snapshots, when they are next asked for; tokens that were handed out stay good.
alter table credentials drop constraint credentials_check;
update credentials set key_id = null, title = null where jwt is not null;
alter table credentials drop column jwt;
-- json and not jsonb: the names stay in the order in which they were written.
alter table credentials add column document json;
alter table credentials add check (num_nulls(key_id, document, title) in (0, 3));
