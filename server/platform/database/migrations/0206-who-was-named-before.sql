-- Words of the messages shortly before the reported ones. Whoever is named in them does not read the report, also once the messages
-- are deleted.
alter table safety_reports add column context_words text[] not null default '{}';

update safety_reports as report
set context_words = regexp_split_to_array(regexp_replace(
  lower(regexp_replace(normalize(concat_ws(' ',
    (select string_agg(said.text, ' ')
      from safety_report_messages as stands_on
      join tutor_messages as quoted on quoted.id = stands_on.message_id
      join tutor_messages as said on said.conversation_id = quoted.conversation_id
      where stands_on.report_id = report.id and said.author = 'learner'
        and said.number between quoted.number - 12 and quoted.number),
    (select string_agg(said.text, ' ')
      from messages as said
      join users as author on author.id = said.author_id
      where said.conversation_id = report.thread_id
        and said.number between report.thread_number - 12 and report.thread_number
        -- The words of an adult who is reported for what they wrote to a child name nobody.
        and not (
          report.category <> 'abuse'
          and coalesce(report.reported_by, report.learner_id) = report.learner_id
          and coalesce(author.date_of_birth <= current_date - interval '18 years', author.declared_adult)
          and exists (
            select from jsonb_array_elements(report.quoted -> 'messages') as message
            where (message -> 'reported')::boolean and message ->> 'author_id' = author.id::text)))
  ), nfkd), '[\u0300-\u036f]', '', 'g')),
  '\m(mr|mrs|ms|miss|mister|sir|dr|herr|frau|senor|senora|monsieur|madame|mme)[[:space:][:punct:]]+([[:alnum:]]+)',
  '\1 \2 \1\2', 'g'), '[[:space:][:punct:]]+');

-- Safety reports for staff, open ones first: each is searched for the names of its reader, which takes milliseconds, so that a page
-- must not look at all of them.
create index safety_reports_in_order on safety_reports ((state in ('acted', 'false_positive')), created_at, id);

-- Who is or was responsible for whom.
create view all_assignments as
select advisor_id, learner_id from caseload
union all select advisor_id, learner_id from past_assignments;

-- Advisors who have answered to a submission.
create view reviewers as
select attempt_id, author_id as person_id from attempt_comments where author = 'advisor'
union all select attempt_id, decided_by from decisions;
