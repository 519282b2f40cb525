-- What a report withholds of a conversation from families stays withheld once the report is deleted: after its time, or with the account
-- of the child whom it is about, who may be another one than the one who wrote.
create function keep_withheld() returns trigger language plpgsql as $$
begin
  update conversations set held_back_from = least(held_back_from, old.thread_number) where id = old.thread_id;
  return null;
end
$$;
create trigger keep_withheld after delete on safety_reports
  for each row when (old.held_back and old.released_at is null and old.thread_number is not null)
  execute function keep_withheld();
