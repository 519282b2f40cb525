import { useState } from 'react'

import type { Quest } from '#contract/quests'

import { ForAdults } from './QuestDetails.tsx'
import { QuestHeader } from './QuestHeader.tsx'
import { TaskCard } from './TaskCard.tsx'

/** A quest as it looks before it is started, without actions. */
export const QuestPreview = ({ quest }: { quest: Quest }) => {
  const [current, setCurrent] = useState<number | null>(0)
  return (
    <article className="space-y-6">
      <QuestHeader quest={quest} isPreview />
      <ol className="space-y-5">
        {quest.tasks.map((task, index) => (
          <li key={task.id}>
            <TaskCard
              quest={quest}
              task={task}
              number={index + 1}
              isOpen={index === current}
              toggle={() => setCurrent(index === current ? null : index)}
              onSubmitted={ignore}
              onWithdrawn={ignore}
            />
          </li>
        ))}
      </ol>
      <ForAdults quest={quest} />
    </article>
  )
}

const ignore = () => {}
