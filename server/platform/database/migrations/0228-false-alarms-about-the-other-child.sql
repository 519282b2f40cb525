-- A report about what a child wrote that was a false alarm withholds the conversation from that child's family alone, also
-- once it is deleted: one sentence would otherwise end for good what the other families read.
alter table conversation_members add held_back_from int;

create or replace function keep_withheld() returns trigger language plpgsql as $$
declare
  is_own boolean := old.quoted ->> 'reason' is null and old.quoted @> jsonb_build_object('messages', jsonb_build_array(
    jsonb_build_object('author_id', old.learner_id, 'reported', true)));
begin
  update attempts set withheld_for_good = true where id = old.attempt_id and held_back;
  if old.thread_number is null or old.state = 'false_positive' and not is_own then
    return null;
  end if;
  if old.state = 'false_positive' then
    update conversation_members set held_back_from = least(held_back_from, old.thread_number)
      where conversation_id = old.thread_id and (user_id = old.learner_id or exists (
        select from guardian_links link
        join guardian_links same on mailbox_of(same.guardian_email) = mailbox_of(link.guardian_email)
        where link.learner_id = old.learner_id and same.learner_id = user_id));
  else
    update conversations set held_back_from = least(held_back_from, old.thread_number) where id = old.thread_id;
  end if;
  update conversation_members set told_withheld = true
    where conversation_id = old.thread_id and user_id = old.learner_id
      and old.learner_id = coalesce(old.reported_by, case when old.quoted ->> 'reason' is null then old.learner_id end);
  return null;
end
$$;
