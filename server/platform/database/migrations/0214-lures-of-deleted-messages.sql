-- Kinds of lures in a minor's deleted message. Screening counts several kinds in one conversation: without them, somebody could delete
-- each before writing the next.
alter table messages add column lures text[];
create index messages_with_lures on messages (conversation_id, author_id) where lures is not null;
