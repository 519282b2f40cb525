import { sql } from 'kysely'

import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import { PILLARS } from '#rules/pillars'

import type { LibraryQuest } from './library.ts'

/**
 * Brings the quests that ship with the program into the database, by id; safe to run at each start and on several nodes.
 * A shipped quest that an author has raised to a newer version is left alone.
 */
export const storeLibrary = (db: Db, library: readonly LibraryQuest[]): Promise<void> =>
  transaction(db, async (db) => {
    const rows = JSON.stringify(library.map((quest, position) => rowOf(quest, position)))
    const { rows: stored } = await sql<{ id: string }>`
      insert into quests (id, slug, title, summary, description, big_idea, estimated_hours, age_min, age_max, status,
                          version, pillars, subjects, total_xp, tasks_total, position)
      select id, slug, title, summary, description, big_idea, estimated_hours, age_min, age_max, status,
             version, pillars, subjects, total_xp, tasks_total, position
      from json_populate_recordset(null::quests, ${rows}::json)
      on conflict (id) do update set
        slug = excluded.slug, title = excluded.title, summary = excluded.summary, description = excluded.description,
        big_idea = excluded.big_idea, estimated_hours = excluded.estimated_hours, age_min = excluded.age_min,
        age_max = excluded.age_max, version = excluded.version, pillars = excluded.pillars, subjects = excluded.subjects,
        total_xp = excluded.total_xp, tasks_total = excluded.tasks_total, position = excluded.position
      where quests.version <= excluded.version
      returning id
    `.execute(db)
    const ours = new Set(stored.map(({ id }) => id))
    const quests = library.filter(({ id }) => ours.has(id))
    await storeTasks(db, quests)
    await storePrerequisites(db, quests)
  })

const rowOf = (quest: LibraryQuest, position: number) => ({
  ...quest,
  position,
  pillars: PILLARS.filter((pillar) => quest.tasks.some((task) => task.pillar === pillar)),
  subjects: [...new Set(quest.tasks.flatMap((task) => Object.keys(task.subjects)))],
  total_xp: quest.tasks.reduce((sum, { xp }) => sum + xp, 0),
  tasks_total: quest.tasks.length,
})

const storeTasks = async (db: Db, quests: readonly LibraryQuest[]) => {
  const tasks = quests.flatMap((quest) =>
    quest.tasks.map((task, position) => ({ ...task, quest_id: quest.id, position })),
  )
  await sql`
    insert into tasks (id, quest_id, position, title, instructions, pillar, xp, required, evidence, subjects)
    select id, quest_id, position, title, instructions, pillar, xp, required, evidence, subjects
    from json_populate_recordset(null::tasks, ${JSON.stringify(tasks)}::json)
    on conflict (id) do update set
      position = excluded.position, title = excluded.title, instructions = excluded.instructions,
      pillar = excluded.pillar, xp = excluded.xp, required = excluded.required, evidence = excluded.evidence,
      subjects = excluded.subjects
  `.execute(db)
}

const storePrerequisites = async (db: Db, quests: readonly LibraryQuest[]) => {
  const pairs = quests.flatMap((quest) =>
    quest.prerequisites.map((slug) => ({ quest_id: quest.id, slug })),
  )
  await sql`
    insert into quest_prerequisites (quest_id, prerequisite_id)
    select p.quest_id, q.id
    from json_to_recordset(${JSON.stringify(pairs)}::json) as p (quest_id uuid, slug text)
    join quests q on q.slug = p.slug
    on conflict do nothing
  `.execute(db)
}
