import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { GroupTable, QuestCell } from '#contract/groups'
import { paths } from '#contract/paths'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { EmptyState, QueryView } from '#ui'
import { apiUrl } from '#web/api'
import { number, shortDay } from '#web/format'

import { fullName } from './labels.ts'
import { groups } from './queries.ts'

/** A group's learners over pillars and quests, to read and to download. */
export const ProgressTable = ({ groupId, name }: { groupId: string; name: string }) => {
  const table = useQuery({
    ...groups.getGroupTable.query({ params: { id: groupId } }),
    staleTime: 0,
  })
  return (
    <QueryView query={table} what="the table" skeleton="h-96">
      {(data) =>
        data.rows.length === 0 ? (
          <EmptyState title="Nobody is in this group">
            Add learners, and their quests and XP appear here.
          </EmptyState>
        ) : (
          <div className="space-y-4">
            <p className="flex flex-wrap gap-x-6 gap-y-2">
              <a
                href={apiUrl(`/api/advisor/groups/${groupId}/table.csv`)}
                download
                className="link font-semibold"
              >
                Download as CSV
              </a>
              <span className="text-muted">
                Families see in their log that you have opened their child’s progress.
              </span>
            </p>
            <Table table={data} name={name} />
            {data.more_quests > 0 ? (
              <p className="text-muted">
                {data.more_quests} further {data.more_quests === 1 ? 'quest is' : 'quests are'} not
                shown: those of fewest learners.
              </p>
            ) : null}
          </div>
        )
      }
    </QueryView>
  )
}

const HEAD = 'px-3 py-2 text-left align-bottom text-sm font-semibold'
const CELL = 'px-3 py-2 text-sm whitespace-nowrap'

const Table = ({ table: { quests, rows }, name }: { table: GroupTable; name: string }) => (
  // The links in it take the focus, so that arrow keys scroll it.
  <div
    role="region"
    aria-label={`Progress of ${name}`}
    className="overflow-x-auto rounded-card border border-line bg-surface"
  >
    <table className="min-w-full border-collapse tabular-nums">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${HEAD} sticky left-0 bg-surface`}>
            Learner
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            XP
          </th>
          {PILLARS.map((pillar) => (
            <th key={pillar} scope="col" className={`${HEAD} text-right`}>
              {PILLAR_NAMES[pillar]}
            </th>
          ))}
          {quests.map(({ id, title }) => (
            <th key={id} scope="col" className={`${HEAD} min-w-32`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ learner, xp, total_xp, quests: cells }) => (
          <tr key={learner.id}>
            <th
              scope="row"
              className={`${CELL} sticky left-0 max-w-40 bg-surface text-left font-medium whitespace-normal sm:max-w-none`}
            >
              <Link to={paths.advisedLearner(learner.id)} className="link wrap-anywhere">
                <bdi>{fullName(learner)}</bdi>
              </Link>
            </th>
            <td className={`${CELL} text-right`}>{number(total_xp)}</td>
            {PILLARS.map((pillar) => (
              <td key={pillar} className={`${CELL} text-right`}>
                {number(xp[pillar] ?? 0)}
              </td>
            ))}
            {quests.map(({ id, tasks_total }) => (
              <td key={id} className={CELL}>
                {inWords(
                  cells.find(({ quest_id }) => quest_id === id),
                  tasks_total,
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const inWords = (cell: QuestCell | undefined, total: number): string => {
  if (!cell) return '–'
  if (cell.state === 'completed') return 'Completed'
  if (cell.state === 'active') return `${cell.tasks_done} of ${total} tasks`
  return cell.target_date ? `Planned for ${shortDay(cell.target_date)}` : 'Planned'
}
