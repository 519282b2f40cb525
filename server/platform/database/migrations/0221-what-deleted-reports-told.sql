-- A report that is deleted after its time takes along who could be told that families no longer read a conversation, and that work is
-- withheld: others in the conversation, about whom the report may have been, would be told from then on, and the release of a later
-- report would show the work.
alter table conversation_members add told_withheld boolean not null default false;
alter table attempts add withheld_for_good boolean not null default false;

-- Whom the reports that are deleted already were about is not known.
update conversation_members as member set told_withheld = true
  from conversations
  where conversations.id = member.conversation_id and held_back_from is not null
    and not exists (select from safety_reports where thread_id = conversations.id and held_back
      and released_at is null and thread_number is not null);

create or replace function keep_withheld() returns trigger language plpgsql as $$
begin
  update attempts set withheld_for_good = true where id = old.attempt_id and held_back;
  -- A person's report that was a false alarm withholds nothing of a conversation.
  if old.thread_number is null or old.state = 'false_positive' and old.quoted ->> 'reason' is not null then
    return null;
  end if;
  update conversations set held_back_from = least(held_back_from, old.thread_number) where id = old.thread_id;
  update conversation_members set told_withheld = true
    where conversation_id = old.thread_id and user_id = old.learner_id
      and old.learner_id = coalesce(old.reported_by, case when old.quoted ->> 'reason' is null then old.learner_id end);
  return null;
end
$$;
drop trigger keep_withheld on safety_reports;
create trigger keep_withheld after delete on safety_reports
  for each row when (old.held_back and old.released_at is null and (old.thread_number is not null or old.attempt_id is not null))
  execute function keep_withheld();
