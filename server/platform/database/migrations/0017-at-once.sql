-- For statements that store something only if the state they were decided on still holds: ends the statement, and with it
-- everything that it has done, as another transaction's doing.
create function abort_unless(holds boolean) returns void language plpgsql as $$
begin
  if not holds then
    raise exception 'the state has changed' using errcode = 'serialization_failure';
  end if;
end $$;
