-- An admin who ends a guardian's link, for example by court order, ends the connection of the two as well: otherwise that person
-- could go on to write to the learner as a friend.
create function end_connection_of_overridden() returns trigger language plpgsql as $$
begin
  update connections set ended_at = now()
  from users as guardian
  where mailbox_of(guardian.email) = mailbox_of(new.guardian_email) and connections.ended_at is null
    and connections.first_id = least(guardian.id, new.learner_id)
    and connections.second_id = greatest(guardian.id, new.learner_id);
  delete from connection_requests as request using users as sender, users as recipient
  where sender.id = request.sender_id and recipient.email = request.email
    and (sender.id = new.learner_id and mailbox_of(recipient.email) = mailbox_of(new.guardian_email)
      or recipient.id = new.learner_id and mailbox_of(sender.email) = mailbox_of(new.guardian_email));
  return null;
end $$;
create trigger end_connection_of_overridden after update of scopes on guardian_links
  for each row when (cardinality(new.scopes) = 0 and cardinality(old.scopes) > 0)
  execute function end_connection_of_overridden();
