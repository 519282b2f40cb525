-- A badge lights up with the work that is handed in; its credential comes when an advisor has accepted all that work.
alter table badge_awards alter column credential_id drop not null;
