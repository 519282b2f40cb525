-- The dashboard shows how much practice is due.
create trigger renew_revision after insert or update or delete on practice_results
  for each row execute function renew_revision('learner_id');
