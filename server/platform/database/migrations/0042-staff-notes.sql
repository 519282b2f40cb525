-- What staff note about a learner, for staff alone.
create table staff_notes (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  words text not null,
  written_at timestamptz not null,
  edited_at timestamptz
);

create index staff_notes_of_learner on staff_notes (learner_id, written_at desc);

create function keep_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases what was noted about them.
    if not exists (select from users where id = old.learner_id) then
      return old;
    end if;
  elsif (new.id, new.learner_id, new.written_at) = (old.id, old.learner_id, old.written_at)
        and (new.author_id is null or new.author_id = old.author_id)
        and (new.words = old.words or new.edited_at < old.written_at + interval '1 day') then
    return new;
  end if;
  raise exception 'a note stays as it is after a day';
end $$;

create trigger staff_notes_are_kept before update or delete on staff_notes
  for each row execute function keep_note();
