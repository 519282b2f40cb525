-- The mailbox behind an address; see rules/mailbox.ts, which is the same rule.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select replace(regexp_replace(split_part(lower(trim(address)), '@', 1), '\+.*$', ''), '.', '') || '@' ||
    case split_part(lower(trim(address)), '@', 2)
      when 'googlemail.com' then 'gmail.com' else split_part(lower(trim(address)), '@', 2) end
$$;

create index users_by_mailbox on users (mailbox_of(email));

-- A guardian's consent used to count as the child's own confirmation of the child's address, which it never was.
update users u set email_verified_at = null
from consents c
where c.child_id = u.id and c.method = 'mailed link and mailed code' and c.confirmed_at = u.email_verified_at;
