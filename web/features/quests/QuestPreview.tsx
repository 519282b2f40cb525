import { useState } from 'react'

import type { Quest } from '#contract/quests'

import { ForAdults } from './QuestDetails.tsx'
import { QuestHeader } from './QuestHeader.tsx'
import { TaskCard } from './TaskCard.tsx'
import { TasksByWeek } from './TasksByWeek.tsx'

/** A quest as it looks before it is started, without actions. */
export const QuestPreview = ({ quest }: { quest: Quest }) => {
  const [current = quest.tasks[0]?.id, setCurrent] = useState<string | null>()
  return (
    <article className="space-y-6">
      <QuestHeader quest={quest} isPreview />
      <TasksByWeek quest={quest} open={[current]}>
        {(task, index) => (
          <li key={task.id}>
            <TaskCard
              quest={quest}
              task={task}
              number={index + 1}
              isOpen={task.id === current}
              toggle={() => setCurrent(task.id === current ? null : task.id)}
              onSubmitted={ignore}
              onWithdrawn={ignore}
            />
          </li>
        )}
      </TasksByWeek>
      <ForAdults quest={quest} />
    </article>
  )
}

const ignore = () => {}
