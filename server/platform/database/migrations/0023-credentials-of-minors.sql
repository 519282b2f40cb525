-- Credentials of minors carry no hash of an address any more: they are signed anew when they are next asked for. What
-- was handed out before keeps its signature, which stays good.
update credentials c set key_id = null, jwt = null, title = null
from users u
where u.id = c.learner_id and coalesce(u.date_of_birth > current_date - interval '18 years', true);
