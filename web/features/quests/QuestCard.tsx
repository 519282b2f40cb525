import Clock from 'lucide-react/icons/clock'
import Sparkles from 'lucide-react/icons/sparkles'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { QuestCard as Card } from '#contract/quests'
import { Chip, PillarChip, ProgressBar } from '#ui'

import { pace } from './labels.ts'
import { QuestCover } from './QuestCover.tsx'
import { useYoungScreen } from './young-screen.ts'

/** Quest of the hub; the whole card is the link. */
export const QuestCard = ({ quest }: { quest: Card }) => {
  const isYoung = useYoungScreen()
  return (
    <Link
      to={paths.quest(quest.id)}
      prefetch="intent"
      className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface text-ink no-underline shadow-low transition-shadow hover:shadow-over"
    >
      <QuestCover quest={quest} className="h-24 w-full sm:h-36" />
      <div className="flex grow flex-col gap-3 p-5 max-sm:gap-2 max-sm:p-4">
        <h3 className="text-lg group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
          {quest.title}
        </h3>
        <p className="text-muted">{quest.summary}</p>
        <div className="flex flex-wrap gap-1.5">
          {quest.weeks_total ? <Chip tone="brand">Course</Chip> : null}
          {quest.pillars.map((pillar) => (
            <PillarChip key={pillar} pillar={pillar} />
          ))}
        </div>
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-sm text-muted">
          {isYoung ? null : (
            <span className="inline-flex items-center gap-1.5 font-semibold text-ink tabular-nums">
              <Sparkles aria-hidden size={16} /> {quest.total_xp} XP
            </span>
          )}
          <span className="inline-flex items-center gap-1.5 tabular-nums">
            <Clock aria-hidden size={16} /> {pace(quest)}
          </span>
          <span className="tabular-nums">
            Ages {quest.age_min} to {quest.age_max}
          </span>
        </div>
        <QuestState quest={quest} />
      </div>
    </Link>
  )
}

const QuestState = ({ quest }: { quest: Card }) => {
  if (quest.state === 'new') return null
  if (quest.state === 'completed') {
    return (
      <div>
        <Chip tone="gold">Completed</Chip>
      </div>
    )
  }
  const done = `${quest.tasks_done} of ${quest.tasks_total} tasks`
  return (
    <div className="space-y-1.5">
      <p className="flex justify-between text-sm">
        <span className="font-medium">{quest.state === 'left' ? 'Set aside' : 'In progress'}</span>
        <span className="text-muted tabular-nums">{done}</span>
      </p>
      <ProgressBar
        label={`Progress in ${quest.title}`}
        value={quest.tasks_done}
        max={quest.tasks_total}
      />
    </div>
  )
}
