-- Entries that were given to a group: each learner may move the day of theirs (decisions/0096).
alter table planned_quests add movable boolean not null default false;
