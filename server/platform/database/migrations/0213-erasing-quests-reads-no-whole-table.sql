-- Whoever is erased takes the quests and tasks made for them along, and each of these is looked for in every column that names it.
-- The page of a quest's author counts who works on it by the same index.
create index attempts_on_quest_id on attempts (quest_id);
create index attempts_on_task_id on attempts (task_id);
create index course_grades_on_quest_id on course_grades (quest_id);
create index drafts_on_task_id on drafts (task_id);
create index enrollments_on_quest_id on enrollments (quest_id);
create index plan_proposals_on_quest_id on plan_proposals (quest_id);
create index planned_quests_on_quest_id on planned_quests (quest_id);
create index quest_groups_on_quest_id on quest_groups (quest_id);
create index quest_prerequisites_on_prerequisite_id on quest_prerequisites (prerequisite_id);
create index quests_on_repeats on quests (repeats) where repeats is not null;
create index tutor_conversations_on_quest_id on tutor_conversations (quest_id) where quest_id is not null;
create index tutor_conversations_on_task_id on tutor_conversations (task_id) where task_id is not null;
create index xp_entries_on_quest_id on xp_entries (quest_id) where quest_id is not null;
create index xp_entries_on_task_id on xp_entries (task_id) where task_id is not null;
