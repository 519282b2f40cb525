-- Writing on a draft changes nothing but the page that shows its words: only the first save and the removal renew everything else.
-- Otherwise the pages of learner, family and advisor are read anew at every pause in somebody's typing.
alter table learner_revisions add column drafts_revision xid8 not null default '0';

create function renew_drafts_revision() returns trigger language plpgsql as $$
begin
  update learner_revisions set drafts_revision = pg_current_xact_id()
  where learner_id = new.learner_id and drafts_revision <> pg_current_xact_id();
  return null;
end $$;

drop trigger renew_revision on drafts;
create trigger renew_revision after insert or delete on drafts
  for each row execute function renew_revision('learner_id');
create trigger renew_drafts_revision after update on drafts
  for each row execute function renew_drafts_revision();
