-- The queue shows which pieces an advisor has opened and holds: both renew the version of the learner whose work it is.
create function renew_revision_by_attempt() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  update learner_revisions set revision = pg_current_xact_id()
  where learner_id = (select attempts.learner_id from attempts where attempts.id = changed.attempt_id)
    and revision <> pg_current_xact_id();
  return null;
end $$;

create trigger renew_revision after insert or delete on reviews
  for each row execute function renew_revision_by_attempt();
-- Not at each sign of life, which moves nothing but the end of a claim.
create trigger renew_revision after insert or update of advisor_id or delete on review_claims
  for each row execute function renew_revision_by_attempt();
