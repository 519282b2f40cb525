import { Link } from 'react-router'

import type { ParentDashboard } from '#contract/parents'
import { Card } from '#ui/card'
import { ProgressBar } from '#ui/meter'
import { paths } from '#web/paths'

type Props = { quests: ParentDashboard['active_quests']; name: string }

/** The quests under way, each with the task that comes next. */
export const NextSteps = ({ quests, name }: Props) => (
  <Card aria-labelledby="active-quests">
    <h2 id="active-quests" className="text-xl">
      Active quests
    </h2>
    {quests.length === 0 ? (
      <p className="mt-2 text-muted">
        {name} has no quest under way.{' '}
        <Link to={paths.quests} className="link">
          Look for one together
        </Link>
      </p>
    ) : (
      <ul className="mt-3 divide-y divide-line">
        {quests.map((quest) => (
          <li key={quest.quest_id} className="space-y-1.5 py-3">
            <Link to={paths.quest(quest.quest_id)} className="link font-semibold">
              {quest.quest_title}
            </Link>
            <p>
              {quest.next_task ? `Next: ${quest.next_task.task_title}` : 'Everything is handed in'}
            </p>
            <ProgressBar
              label={`Progress in ${quest.quest_title}`}
              value={quest.tasks_done}
              max={quest.tasks_total}
            />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
