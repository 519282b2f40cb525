import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { type CreditSnapshot, creditSnapshotColumns } from '#features/credits'
import { acceptedQuests } from '#features/learners'
import { storedSetting, storedSiteName } from '#features/site'
import { preparedQuery, dayInUtc, type Db, type Param, orEmpty } from '#platform/database'
import type { Grade } from '#rules/grades'
import type { Subject } from '#rules/subjects'

export type CourseGrade = {
  school_year: string
  quest_id: string | null
  subject: Subject | null
  grade: Grade | null
}

/** Inputs of a transcript, besides catalog and plan. */
export type TranscriptSnapshot = CreditSnapshot & {
  first_name: string
  last_name: string
  site_name: unknown
  postal_address: unknown
  support_email: unknown
  /**
   * Completed quests whose required work has all been accepted, in the version that the learner started, with the day of
   * completion, oldest first.
   */
  completed: [questId: string, day: string, version: number][]
  /** In chronological order: the newest for a course applies. */
  grades: CourseGrade[]
}

const record = preparedQuery((db: Db, param: Param<{ learnerId: string }>) =>
  db
    .selectFrom('accounts as u')
    .select(creditSnapshotColumns('accepted'))
    .select((select) => [
      'u.first_name',
      'u.last_name',
      storedSiteName.as('site_name'),
      storedSetting('postal_address').as('postal_address'),
      storedSetting('support_email').as('support_email'),
      select
        .selectFrom('enrollments')
        .select(({ fn, ref }) =>
          orEmpty(
            fn
              .agg('json_agg', [
                fn('json_build_array', ['quest_id', dayInUtc(ref('completed_at')), 'version']),
              ])
              .orderBy('completed_at'),
          ).as('rows'),
        )
        .whereRef('learner_id', '=', 'u.id')
        .where('enrollments.quest_id', 'in', acceptedQuests(select.ref('u.id')))
        .as('completed'),
      jsonArrayFrom(
        select
          .selectFrom('course_grades')
          .select(['school_year', 'quest_id', 'subject', 'grade'])
          .whereRef('learner_id', '=', 'u.id')
          .orderBy('course_grades.id'),
      ).as('grades'),
    ])
    .where('u.id', '=', param('learnerId'))
    .$castTo<TranscriptSnapshot>(),
)

/** One statement. Returns undefined if the account is deleted. */
export const findRecord = async (
  db: Db,
  learnerId: string,
): Promise<TranscriptSnapshot | undefined> => (await record(db, { learnerId }))[0]
