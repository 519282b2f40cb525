-- A report that was a false alarm withholds nothing of a conversation, unless it is about what the learner wrote: a person's report, and
-- an adult's words about the own childhood, would otherwise end for good what a family reads.
create or replace function keep_withheld() returns trigger language plpgsql as $$
begin
  update attempts set withheld_for_good = true where id = old.attempt_id and held_back;
  if old.thread_number is null or old.state = 'false_positive' and (old.quoted ->> 'reason' is not null
    or not old.quoted @> jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('author_id', old.learner_id, 'reported', true)))) then
    return null;
  end if;
  update conversations set held_back_from = least(held_back_from, old.thread_number) where id = old.thread_id;
  update conversation_members set told_withheld = true
    where conversation_id = old.thread_id and user_id = old.learner_id
      and old.learner_id = coalesce(old.reported_by, case when old.quoted ->> 'reason' is null then old.learner_id end);
  return null;
end
$$;
