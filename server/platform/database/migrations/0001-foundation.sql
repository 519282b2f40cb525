-- An instant as it is on the wire, for rows that PostgreSQL puts into JSON: 2026-11-20T22:30:22.123Z.
-- Stable and not immutable, because only then is it inlined (measured: a third of the time).
CREATE FUNCTION iso(instant timestamptz) RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
