-- Whether a report may itself be about somebody at home. After such a one, later calls for help are kept from the family too; not after
-- one that safeguarding alone reads for another reason, nor after those that were kept from the family only for an earlier one.
alter table safety_reports add column about_home boolean not null default false;
update safety_reports set about_home = true where held_back and category in ('abuse', 'reported');
