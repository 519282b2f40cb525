-- Links that have not ended. A learner's birthday at 18 ends every link, unless it was made later or the learner has said that it
-- goes on.
create view standing_links as
select link.*
from guardian_links link
join users learner on learner.id = link.learner_id
where link.ended_at is null
  and (learner.date_of_birth is null
       or learner.date_of_birth + interval '18 years' > current_date
       or link.kept_at is not null
       or link.since >= learner.date_of_birth + interval '18 years');

-- Accounts of adults who have confirmed their address. Without a date of birth, it is what they have declared that counts.
create view adult_accounts as
select id, email, first_name, last_name, status
from users
where email_verified_at is not null
  and not coalesce(date_of_birth > current_date - interval '18 years', not declared_adult);

-- Who looks after whom: a standing link, and the account of the adult whose address it has.
create view guardianships as
select link.*, guardian.id as guardian_id
from standing_links link
join adult_accounts guardian on guardian.email = link.guardian_email
where guardian.id <> link.learner_id;
