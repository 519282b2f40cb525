-- Children for whom guardians have answered, and whose use of the account does not stand, however old they are by now.
create view withdrawn_uses as
select distinct answer.child_id
from consents answer
where answer.confirmed_at is not null
  and not exists (
    select from standing_consents standing
    where standing.child_id = answer.child_id and standing.scope = 'use');
