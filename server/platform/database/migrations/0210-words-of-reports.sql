-- Words of what a report quotes, of its note and of names of files, without those of adults who are reported for what they wrote to a
-- child. Whoever is named in them does not read the report: each page, count and escalation split the texts again, which took seconds
-- for long ones.
alter table safety_reports add column quoted_words text[] not null default '{}';

update safety_reports as report
set quoted_words = array(select distinct unnest(regexp_split_to_array(regexp_replace(
  lower(regexp_replace(normalize(translate(concat_ws(' ',
    report.quoted ->> 'note',
    (select string_agg(concat_ws(' ', message ->> 'text', (
        select string_agg(concat_ws(' ', file ->> 'name',
            regexp_replace(file ->> 'name', '([[:lower:]])([[:upper:]])', '\1 \2', 'g')), ' ')
          from jsonb_array_elements(message -> 'files') as file)), ' ')
      from jsonb_array_elements(report.quoted -> 'messages') as message
      where not (
        report.category <> 'abuse'
        and coalesce(report.reported_by, report.learner_id) = report.learner_id
        and exists (
          select from jsonb_array_elements(report.quoted -> 'messages') as reported
          join users as author on author.id::text = reported ->> 'author_id'
          where (reported -> 'reported')::boolean and reported ->> 'author_id' = message ->> 'author_id'
            and coalesce(author.date_of_birth <= current_date - interval '18 years', author.declared_adult))))
  ), U&'\FDFA\FDFB', '  '), nfkd), '[\u0300-\u036f]', '', 'g')),
  '\m(mr|mrs|ms|miss|mister|sir|dr|herr|frau|senor|senora|monsieur|madame|mme)[[:space:][:punct:]]+([[:alnum:]]+)',
  '\1 \2 \1\2', 'g'), '[[:space:][:punct:]]+')))
where quoted is not null;

-- Every request for another person's file of a message asks which reports quote it, and read all reports for that.
create index safety_reports_by_quotes on safety_reports using gin (quoted jsonb_path_ops) where quoted is not null;
