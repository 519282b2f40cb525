import { useState } from 'react'
import { Link } from 'react-router'

import type { ParentDashboard } from '#contract/parents'
import { paths } from '#contract/paths'
import { Button, Chip, lazyPart, ProgressBar, SectionCard } from '#ui'

const AddEvidence = lazyPart(() => import('./AddEvidence.tsx'), 'AddEvidence', 'h-64')

type Quest = ParentDashboard['active_quests'][number]
type Props = { quests: readonly Quest[]; childId: string; name: string; mayAdd: boolean }

/** Active quests with the next task of each, and a form for a parent's additions. */
export const NextSteps = ({ quests, childId, name, mayAdd }: Props) => (
  <SectionCard id="active-quests" title="Active quests">
    {quests.length === 0 ? (
      <p className="mt-2 text-muted">
        {name} has no active quests.{' '}
        <Link to={paths.quests} className="link">
          Find one together
        </Link>
      </p>
    ) : (
      <ul className="mt-3 divide-y divide-line">
        {quests.map((quest) => (
          <li key={quest.quest_id} className="space-y-1.5 py-3">
            {quest.personal ? (
              <p>
                <span className="font-semibold">{quest.quest_title}</span>{' '}
                <Chip>Written for {name}</Chip>
              </p>
            ) : (
              <Link to={paths.quest(quest.quest_id)} className="link font-semibold">
                {quest.quest_title}
              </Link>
            )}
            <p>
              {quest.next_task
                ? `Next: ${quest.next_task.task_title}`
                : 'Everything has been handed in'}
            </p>
            <ProgressBar
              label={`Progress in ${quest.quest_title}`}
              value={quest.tasks_done}
              max={quest.tasks_total}
            />
            {mayAdd && quest.open_tasks.length > 0 ? (
              <Adding quest={quest} childId={childId} name={name} />
            ) : null}
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
)

const Adding = ({ quest, childId, name }: { quest: Quest; childId: string; name: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="no-print space-y-3 pt-1">
      <Button
        variant="secondary"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((open) => !open)}
      >
        Add a photo or a note
        <span className="visually-hidden"> to {quest.quest_title}</span>
      </Button>
      {isOpen ? <AddEvidence childId={childId} name={name} tasks={quest.open_tasks} /> : null}
    </div>
  )
}
