-- Who was away when something was written is told of it a little later, once for each conversation until they have read it.
alter table conversation_members add column told_number int not null default 0;
create index conversations_by_last_message on conversations (last_message_at);

-- When somebody does not want to be told of messages, as a day of theirs has it.
create table quiet_hours (
  user_id uuid primary key references users (id) on delete cascade,
  -- HH:MM; from late to early is over midnight.
  begins text not null,
  ends text not null,
  time_zone text not null
);
