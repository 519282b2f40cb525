import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { StoredBlock } from '#contract/evidence'
import type { Child, ChildWeek } from '#contract/parents'
import { avatarOf } from '#features/people'
import type { Db } from '#platform/database'
import { isChild } from '#rules/age'
import { localTime } from '#rules/local-time'
import { MAX_READ, weekAtAGlance } from '#rules/text/week-at-a-glance'
import { levelOf } from '#rules/xp'

/** More than two weeks, wherever the reader is. */
const RECENT_DAYS = 15
const MAX_RECENT = 20

type RecentWork = {
  submitted_at: string
  blocks: StoredBlock[]
  reflection: string | null
  task_title: string
  quest_title: string
}

/** Part of a submission that `weekAtAGlance` reads: a guardian may have many children, each with long work. */
const firstBlocks = sql`jsonb_build_array(
  jsonb_build_object('type', 'text', 'text', (
    select left(string_agg(block ->> 'text', chr(10) order by n), ${sql.lit(MAX_READ)})
    from jsonb_array_elements(attempts.blocks) with ordinality as each (block, n)
    where block ->> 'submitter' is null)),
  coalesce(jsonb_path_query_first(attempts.blocks, '$[*] ? (@.type == "image" && exists (@.file_id))'), '{}'))`

/**
 * A guardian's learners, oldest link first. Learners who wait for consent have that status and are listed until their erasure is
 * due. Figures require the progress scope.
 */
export const listChildren = async (
  db: Db,
  guardianId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Child[]> => {
  const recently = new Date(now.getTime() - RECENT_DAYS * 24 * 3_600_000).toISOString()
  const rows = await db
    .selectFrom('guardianships as link')
    .innerJoin('accounts as child', 'child.id', 'link.learner_id')
    .select(({ selectFrom }) => [
      'child.id',
      'link.id as guardian_id',
      'link.scopes',
      'child.first_name',
      'child.last_name',
      'child.status',
      'child.date_of_birth',
      avatarOf('child'),
      selectFrom('xp_totals')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('xp'), lit(0)).as('xp'))
        .whereRef('learner_id', '=', 'child.id')
        .as('xp_total'),
      selectFrom('enrollments')
        .select(({ fn }) => fn.countAll<number>().as('active'))
        .whereRef('learner_id', '=', 'child.id')
        .where('state', '=', 'active')
        .as('active_quests'),
      selectFrom('attempts')
        .select(({ fn }) => fn.max('submitted_at').as('at'))
        .whereRef('learner_id', '=', 'child.id')
        .where('held_back', '=', false)
        .where('state', '<>', 'withdrawn')
        .as('last_active_at'),
      jsonArrayFrom(
        selectFrom('attempts')
          .innerJoin('quests', 'quests.id', 'attempts.quest_id')
          .innerJoin('tasks', 'tasks.id', 'attempts.task_id')
          .select([
            'attempts.submitted_at',
            // Withheld work counts, as in every weekly figure, but shows nothing.
            sql`case when attempts.held_back then '[]' else ${firstBlocks} end`.as('blocks'),
            sql`case when not attempts.held_back then left(attempts.reflection, ${sql.lit(MAX_READ)}) end`.as(
              'reflection',
            ),
            'tasks.title as task_title',
            'quests.title as quest_title',
          ])
          .whereRef('attempts.learner_id', '=', 'child.id')
          .where('attempts.state', '<>', 'withdrawn')
          .where('attempts.submitted_at', '>', recently)
          .orderBy('attempts.submitted_at', 'desc')
          .limit(MAX_RECENT),
      )
        .$castTo<RecentWork[]>()
        .as('recent'),
    ])
    .where('link.guardian_id', '=', guardianId)
    .where(({ and, eb, or }) =>
      or([
        eb('child.status', '=', 'active'),
        and([
          eb('child.status', '=', 'pending_consent'),
          or([
            eb('child.deletion_due_at', 'is', null),
            eb('child.deletion_due_at', '>', now.toISOString()),
          ]),
        ]),
      ]),
    )
    .orderBy('link.since')
    .orderBy('child.first_name')
    .execute()
  const today = now.toISOString().slice(0, 10)
  return rows.map(({ recent, date_of_birth, ...row }) => {
    const xp_total = Number(row.xp_total)
    const maySee = row.status === 'active' && row.scopes.includes('view')
    const figures = maySee
      ? {
          xp_total,
          level: levelOf(xp_total),
          active_quests: Number(row.active_quests),
          week: weekOf(recent, { now, timeZone }),
        }
      : NO_FIGURES
    const under_13 = isChild(date_of_birth, today)
    return { ...row, ...figures, under_13 } as Child
  })
}

const NO_FIGURES = {
  xp_total: null,
  level: null,
  active_quests: null,
  last_active_at: null,
  week: null,
}

const weekOf = (
  recent: readonly RecentWork[],
  { now, timeZone }: { now: Date; timeZone: string },
): ChildWeek | null => {
  const dayOf = (at: Date) => localTime(at, timeZone).day
  const pieces = recent.map((work) => ({ ...work, day: dayOf(new Date(work.submitted_at)) }))
  const week = weekAtAGlance(pieces, dayOf(now))
  if (!week?.sentence) return week && { ...week, sentence: null }
  const { words, piece } = week.sentence
  const { task_title, quest_title } = piece
  return { ...week, sentence: { words, task_title, quest_title } }
}

/** Children under 13 whose consent request went to this person's verified address and can still be answered, oldest first. */
export const listWaitingForConsent = (
  db: Db,
  guardianId: string,
  now: Date,
): Promise<{ first_name: string; asked_at: string }[]> =>
  db
    .selectFrom('accounts as guardian')
    .innerJoin('mailed_tokens as request', 'request.email', 'guardian.email')
    .innerJoin('accounts as child', 'child.id', 'request.user_id')
    .select(({ fn }) => ['child.first_name', fn.max('request.created_at').as('asked_at')])
    .where('guardian.id', '=', guardianId)
    .where('guardian.email_verified_at', 'is not', null)
    .where('request.purpose', '=', 'consent')
    .where('request.used_at', 'is', null)
    .where('request.expires_at', '>', now.toISOString())
    .where('child.status', '=', 'pending_consent')
    .groupBy(['child.id', 'child.first_name'])
    .orderBy('asked_at')
    .execute()
