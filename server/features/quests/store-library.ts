import type { Insertable } from 'kysely'

import { type DB, type Db, transaction } from '#platform/database'

import type { LibraryQuest } from './library.ts'
import { sumsOf } from './store-quest.ts'

/**
 * Stores the quests that ship with the program, by id; safe to run at each start and on several nodes. Skips a quest that an
 * author has raised to a newer version.
 */
export const storeLibrary = (db: Db, library: readonly LibraryQuest[]): Promise<void> =>
  transaction(db, async (db) => {
    const stored = await db
      .insertInto('quests')
      .values(library.map(rowOf))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) => ({
            slug: ref('excluded.slug'),
            title: ref('excluded.title'),
            summary: ref('excluded.summary'),
            description: ref('excluded.description'),
            big_idea: ref('excluded.big_idea'),
            estimated_hours: ref('excluded.estimated_hours'),
            age_min: ref('excluded.age_min'),
            age_max: ref('excluded.age_max'),
            version: ref('excluded.version'),
            span_days: ref('excluded.span_days'),
            materials: ref('excluded.materials'),
            safety: ref('excluded.safety'),
            rubric: ref('excluded.rubric'),
            example: ref('excluded.example'),
            for_adults: ref('excluded.for_adults'),
            hints: ref('excluded.hints'),
            weeks: ref('excluded.weeks'),
            repeatable: ref('excluded.repeatable'),
            cover_motif: ref('excluded.cover_motif'),
            pillars: ref('excluded.pillars'),
            subjects: ref('excluded.subjects'),
            total_xp: ref('excluded.total_xp'),
            tasks_total: ref('excluded.tasks_total'),
            position: ref('excluded.position'),
          }))
          .whereRef('quests.version', '<=', 'excluded.version'),
      )
      .returning('id')
      .execute()
    const ours = new Set(stored.map(({ id }) => id))
    const quests = library.filter(({ id }) => ours.has(id))
    await storeTasks(db, quests)
    await storePrerequisites(db, quests)
  })

const rowOf = (
  { tasks, prerequisites: _, ...quest }: LibraryQuest,
  position: number,
): Insertable<DB['quests']> => ({
  ...quest,
  ...sumsOf(tasks),
  rubric: JSON.stringify(quest.rubric),
  weeks: JSON.stringify(quest.weeks),
  position,
})

const storeTasks = async (db: Db, quests: readonly LibraryQuest[]) => {
  const tasks = quests.flatMap((quest) =>
    quest.tasks.map(({ key: _, ...task }, position) => ({
      ...task,
      quest_id: quest.id,
      position,
      subjects: JSON.stringify(task.subjects),
      practice: task.practice ?? null,
    })),
  )
  if (tasks.length === 0) return
  await db
    .insertInto('tasks')
    .values(tasks)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        title: ref('excluded.title'),
        instructions: ref('excluded.instructions'),
        pillar: ref('excluded.pillar'),
        xp: ref('excluded.xp'),
        required: ref('excluded.required'),
        evidence: ref('excluded.evidence'),
        subjects: ref('excluded.subjects'),
        practice: ref('excluded.practice'),
        week: ref('excluded.week'),
        retired: false,
      })),
    )
    .execute()
  await db
    .updateTable('tasks')
    .set({ retired: true })
    .where('quest_id', 'in', [...new Set(tasks.map(({ quest_id }) => quest_id))])
    .where(
      'id',
      'not in',
      tasks.map(({ id }) => id),
    )
    .where('owner_id', 'is', null)
    .where('retired', '=', false)
    .execute()
}

const storePrerequisites = async (db: Db, quests: readonly LibraryQuest[]) => {
  const stored = await db.selectFrom('quests').select(['id', 'slug']).execute()
  const idOf = new Map(stored.map(({ id, slug }) => [slug, id]))
  const pairs = quests.flatMap((quest) =>
    quest.prerequisites.flatMap((slug) => {
      const prerequisite_id = idOf.get(slug)
      return prerequisite_id === undefined ? [] : [{ quest_id: quest.id, prerequisite_id }]
    }),
  )
  await forgetPrerequisites(db, quests, pairs)
  if (pairs.length === 0) return
  await db
    .insertInto('quest_prerequisites')
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes prerequisites that the files no longer list. */
const forgetPrerequisites = async (
  db: Db,
  quests: readonly LibraryQuest[],
  pairs: readonly { quest_id: string; prerequisite_id: string }[],
) => {
  if (quests.length === 0) return
  await db
    .deleteFrom('quest_prerequisites')
    .where(
      'quest_id',
      'in',
      quests.map(({ id }) => id),
    )
    .$if(pairs.length > 0, (rows) =>
      rows.where(({ eb, not, refTuple, tuple }) =>
        not(
          eb(
            refTuple('quest_id', 'prerequisite_id'),
            'in',
            pairs.map(({ quest_id, prerequisite_id }) => tuple(quest_id, prerequisite_id)),
          ),
        ),
      ),
    )
    .execute()
}
