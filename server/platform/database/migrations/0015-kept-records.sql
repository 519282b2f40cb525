-- Kept answers about credits and transcripts: what they are made of renews the name of the learner's state as well.
create trigger credit_entries_renew_revision after insert or update or delete on credit_entries
  for each row execute function renew_revision();
create trigger course_grades_renew_revision after insert or update or delete on course_grades
  for each row execute function renew_revision();
create trigger planned_quests_renew_revision after insert or update or delete on planned_quests
  for each row execute function renew_revision();

-- A new version of the diploma plan, and another name of the school, concern everyone, as the quests do.
create trigger diploma_plans_renew_catalog after insert on diploma_plans
  for each statement execute function renew_catalog();
create trigger site_name_renews_catalog after insert or update on settings
  for each row when (new.name = 'site_name') execute function renew_catalog();
