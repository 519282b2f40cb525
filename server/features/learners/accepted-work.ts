import { type Expression, expressionBuilder } from 'kysely'

import type { DB } from '#platform/database'

// Signed records and credentials depend on accepted work only (decision 28). Work counts as accepted once the decision is final
// and cannot be undone.

type LearnerId = string | Expression<string>

const eb = expressionBuilder<DB>()

/** Ids of completed quests whose required work has all been finally accepted. */
export const acceptedQuests = (learnerId: LearnerId) =>
  eb
    .selectFrom('enrollments')
    .select('enrollments.quest_id')
    .where('enrollments.learner_id', '=', learnerId)
    .where('enrollments.state', '=', 'completed')
    .where('enrollments.quest_id', 'not in', questsWithOpenWork(learnerId))

const questsWithOpenWork = (learnerId: LearnerId) =>
  eb
    .selectFrom(
      // Only the newest attempt at a task counts.
      eb
        .selectFrom('attempts')
        .distinctOn('task_id')
        .select(['task_id', 'quest_id', 'state', 'settled_at'])
        .where('learner_id', '=', learnerId)
        .orderBy('task_id')
        .orderBy('number', 'desc')
        .as('newest'),
    )
    .innerJoin('tasks', 'tasks.id', 'newest.task_id')
    .innerJoin('enrollments', (join) =>
      join
        .onRef('enrollments.quest_id', '=', 'newest.quest_id')
        .on('enrollments.learner_id', '=', learnerId),
    )
    .leftJoin('quest_versions', (join) =>
      join
        .onRef('quest_versions.quest_id', '=', 'newest.quest_id')
        .onRef('quest_versions.version', '=', 'enrollments.version'),
    )
    .select('newest.quest_id')
    .where('tasks.required', '=', true)
    // Tasks that are not in the learner's version are not required.
    .where(({ and, eb, fn, or }) =>
      or([
        and([eb('quest_versions.task_ids', 'is', null), eb('tasks.retired', '=', false)]),
        eb('tasks.id', '=', fn.any('quest_versions.task_ids')),
      ]),
    )
    .where('newest.state', '<>', 'withdrawn')
    .where(({ eb, or }) =>
      or([eb('newest.state', '<>', 'accepted'), eb('newest.settled_at', 'is', null)]),
    )

/** Time of the last final acceptance. */
export const lastAcceptedAt = (learnerId: LearnerId) =>
  eb
    .selectFrom('attempts')
    .select(({ fn }) => fn<string | null>('iso', [fn.max('attempts.settled_at')]).as('at'))
    .where('attempts.learner_id', '=', learnerId)
    .where('attempts.state', '=', 'accepted')

/** Net XP for accepted work: a row per task, and a row per pillar (without a task) for the bonuses of accepted quests. */
export const acceptedXp = (learnerId: LearnerId) =>
  eb
    .selectFrom('xp_entries')
    .select(({ fn }) => ['pillar', 'task_id', fn.sum<number>('amount').as('xp')])
    .where('xp_entries.learner_id', '=', learnerId)
    .where(({ and, eb, or, selectFrom }) =>
      or([
        eb(
          'task_id',
          'in',
          selectFrom('attempts')
            .select('attempts.task_id')
            .where('attempts.learner_id', '=', learnerId)
            .where('attempts.state', '=', 'accepted')
            .where('attempts.settled_at', 'is not', null),
        ),
        and([eb('task_id', 'is', null), eb('quest_id', 'in', acceptedQuests(learnerId))]),
      ]),
    )
    .groupBy(['pillar', 'task_id'])
    .having(({ fn }) => fn.sum('amount'), '<>', 0)
