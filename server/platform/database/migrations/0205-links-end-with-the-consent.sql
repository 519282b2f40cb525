-- A guardian who forbids publishing, or stops the account, ends the child's private links and shared transcripts: otherwise they would
-- open again on the thirteenth birthday, or when a guardian agrees again, without anybody's decision.
create function end_links_of_child() returns trigger language plpgsql as $$
begin
  update portfolio_links set revoked_at = new.confirmed_at where learner_id = new.child_id and revoked_at is null;
  update transcript_shares set revoked_at = new.confirmed_at where learner_id = new.child_id and revoked_at is null;
  return null;
end $$;
create trigger end_links_of_child after insert on consents
  for each row when (
    new.kind = 'withdrawn' and new.confirmed_at is not null and new.scopes && array['use', 'publishing'])
  execute function end_links_of_child();

update portfolio_links as link set revoked_at = now() from consents
where consents.child_id = link.learner_id and consents.kind = 'withdrawn' and consents.scopes && array['use', 'publishing']
  and consents.confirmed_at > link.created_at and link.revoked_at is null;
update transcript_shares as share set revoked_at = now() from consents
where consents.child_id = share.learner_id and consents.kind = 'withdrawn' and consents.scopes && array['use', 'publishing']
  and consents.confirmed_at > share.created_at and share.revoked_at is null;
