-- Who was born on 29 February is of age on 1 March of a common year, as in rules/age: a birthday is compared by going back from a
-- day, because eighteen years after 29 February PostgreSQL names 28 February, on which guardians lost their links a day early.
create or replace view standing_links as
select link.*
from guardian_links link
join users learner on learner.id = link.learner_id
where link.ended_at is null
  and (learner.date_of_birth is null
       or learner.date_of_birth > current_date - interval '18 years'
       or link.kept_at is not null
       or learner.date_of_birth <= (link.since at time zone 'UTC')::date - interval '18 years');
