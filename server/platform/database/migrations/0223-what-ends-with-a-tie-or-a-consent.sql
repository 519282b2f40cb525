-- Ends assignments as the application does: with the assignment go the advisor's notifications and waiting emails about the
-- learner (deleteNoticesAbout), except those of designated safeguarding staff about safety.
create or replace function end_assignments_of_guardians(learner uuid, address text) returns void language plpgsql as $$
declare
  former record;
begin
  for former in
    with ties as (
      select advisor.id as advisor_id, advisor.email, advisor.safeguarding, link.learner_id
      from guardian_links link
      join users advisor on advisor.email = link.guardian_email and advisor.email_verified_at is not null
      where link.ended_at is null
        and (learner is null or link.learner_id = learner)
        and (address is null or link.guardian_email = address)
    ), offers as (
      delete from handovers using ties
      where handovers.learner_id = ties.learner_id and ties.advisor_id in (handovers.offered_by, handovers.offered_to)
    ), ended as (
      delete from caseload using ties
      where caseload.learner_id = ties.learner_id and caseload.advisor_id = ties.advisor_id
      returning caseload.advisor_id, caseload.learner_id, caseload.since, ties.email, ties.safeguarding
    ), past as (
      insert into past_assignments (advisor_id, learner_id, since, ended_at, ended_because)
      select advisor_id, learner_id, since, greatest(now(), since), 'became_guardian' from ended
    )
    select advisor_id, learner_id, email, safeguarding from ended
  loop
    delete from notifications
    where person_id = former.advisor_id
      and (about_id = former.learner_id or strpos(path, former.learner_id::text) > 0)
      and not (former.safeguarding and category = 'safety');
    if not former.safeguarding then
      delete from pgboss.job
      where name in ('mail', 'mail-dead') and data ->> 'to' = former.email and data -> 'about' ? former.learner_id::text;
    end if;
  end loop;
end
$$;

-- A child's own calendar link is a link for outsiders as well: it ends with the consent to publish.
create or replace function end_links_of_child() returns trigger language plpgsql as $$
begin
  update portfolio_links set revoked_at = new.confirmed_at where learner_id = new.child_id and revoked_at is null;
  update transcript_shares set revoked_at = new.confirmed_at where learner_id = new.child_id and revoked_at is null;
  delete from calendar_feeds where owner_id = new.child_id and learner_id = new.child_id;
  return null;
end $$;

delete from calendar_feeds as feed using users as child
where child.id = feed.owner_id and feed.learner_id = feed.owner_id
  and child.date_of_birth > current_date - interval '13 years'
  and not exists (
    select from consents where child_id = child.id and kind = 'given' and confirmed_at is not null and 'publishing' = any(scopes));
