import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { GroupTable, QuestCell } from '#contract/groups'
import { catalogVersion, findCatalog } from '#features/catalog'
import { type Db, jsonRecordFrom } from '#platform/database'
import { PILLAR_NAMES, PILLARS, type PillarXp } from '#rules/pillars'
import { safeCell } from '#rules/text/spreadsheet'

import { currentMembers, findGroup, type GroupRef } from './groups.ts'

const MAX_QUESTS = 40

/** Learners of a group with their XP, quests and planned quests, in one statement. */
const listRows = (db: Db, groupId: string) =>
  currentMembers(db)
    .select((select) => [
      'learner.id',
      'learner.first_name',
      'learner.last_name',
      catalogVersion.as('catalog_version'),
      jsonRecordFrom(
        select
          .selectFrom('xp_totals')
          .select(['pillar as key', 'xp as value'])
          .whereRef('xp_totals.learner_id', '=', 'learner.id'),
      )
        .$castTo<PillarXp>()
        .as('xp'),
      jsonArrayFrom(
        select
          .selectFrom('enrollments')
          .select(['quest_id', 'state', 'tasks_done'])
          .whereRef('enrollments.learner_id', '=', 'learner.id')
          .where('enrollments.state', '<>', 'left'),
      ).as('started'),
      jsonArrayFrom(
        select
          .selectFrom('planned_quests')
          .select(['quest_id', 'target_date'])
          .whereRef('planned_quests.learner_id', '=', 'learner.id'),
      ).as('planned'),
    ])
    .where('member.group_id', '=', groupId)
    .orderBy('learner.last_name')
    .orderBy('learner.first_name')
    .orderBy('learner.id')
    .execute()

type Row = Awaited<ReturnType<typeof listRows>>[number]

/** Quests of a learner, started or planned. */
const cellsOf = ({ started, planned }: Row): QuestCell[] => {
  const days = new Map(planned.map(({ quest_id, target_date }) => [quest_id, target_date]))
  const known = new Set(started.map(({ quest_id }) => quest_id))
  return [
    ...started.map(({ quest_id, state, tasks_done }) => ({
      quest_id,
      state: state as 'active' | 'completed',
      tasks_done,
      target_date: days.get(quest_id) ?? null,
    })),
    ...planned
      .filter(({ quest_id }) => !known.has(quest_id))
      .map((entry) => ({ ...entry, state: 'planned' as const, tasks_done: 0 })),
  ]
}

/** A group's name, and its learners over quests and pillars. @throws notFound unless it is the advisor's */
export const findGroupTable = async (
  db: Db,
  group: GroupRef,
): Promise<{ name: string; table: GroupTable }> => {
  const { name } = await findGroup(db, group)
  const rows = await listRows(db, group.id)
  const [first] = rows
  if (!first) return { name, table: { quests: [], more_quests: 0, rows: [] } }
  // Contains no quest that is written for a single learner.
  const catalog = await findCatalog(db, first.catalog_version)
  const counts = new Map<string, number>()
  for (const { quest_id } of rows.flatMap(cellsOf)) {
    if (catalog.quest(quest_id)) counts.set(quest_id, (counts.get(quest_id) ?? 0) + 1)
  }
  const ids = [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .map(([id]) => id)
  const shown = new Set(ids.slice(0, MAX_QUESTS))
  return {
    name,
    table: {
      quests: [...shown].flatMap((id) => {
        const quest = catalog.quest(id)
        return quest ? [{ id, title: quest.title, tasks_total: quest.tasks_total }] : []
      }),
      more_quests: ids.length - shown.size,
      rows: rows.map((row) => ({
        learner: { id: row.id, first_name: row.first_name, last_name: row.last_name },
        xp: row.xp,
        total_xp: PILLARS.reduce((sum, pillar) => sum + (row.xp[pillar] ?? 0), 0),
        quests: cellsOf(row).filter(({ quest_id }) => shown.has(quest_id)),
      })),
    },
  }
}

/** The table for a spreadsheet; texts that would run as formulas are neutralized. */
export const csvRowsOf = ({ quests, rows }: GroupTable): { header: string[]; rows: string[][] } => {
  const inWords = (cell: QuestCell | undefined, total: number): string => {
    if (!cell) return ''
    if (cell.state === 'completed') return 'completed'
    if (cell.state === 'active') return `${cell.tasks_done} of ${total} tasks`
    return cell.target_date ? `planned for ${cell.target_date}` : 'planned'
  }
  return {
    header: [
      'Last name',
      'First name',
      ...PILLARS.map((pillar) => `${PILLAR_NAMES[pillar]} (XP)`),
      'Total (XP)',
      ...quests.map(({ title }) => title),
    ].map(safeCell),
    rows: rows.map(({ learner, xp, total_xp, quests: cells }) =>
      [
        learner.last_name,
        learner.first_name,
        ...PILLARS.map((pillar) => String(xp[pillar] ?? 0)),
        String(total_xp),
        ...quests.map(({ id, tasks_total }) =>
          inWords(
            cells.find(({ quest_id }) => quest_id === id),
            tasks_total,
          ),
        ),
      ].map(safeCell),
    ),
  }
}

/** File name of a group's table: the group's name without characters that file systems refuse. */
export const fileNameOf = (name: string): string => `${name.replaceAll(/[\\/:*?"<>|.]/g, '-')}.csv`
