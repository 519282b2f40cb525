import ArrowRight from 'lucide-react/icons/arrow-right'

import { paths, taskPath } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { ButtonLink, PillarChip, ProgressBar } from '#ui'
import { QuestCover } from '#views/quests'

type ActiveQuest = Dashboard['active_quests'][number]
type Props = { dashboard: Pick<Dashboard, 'next' | 'active_quests'>; isNew: boolean }

/** Link to the next task, first on the page. */
export const ContinueCard = ({ dashboard: { next, active_quests }, isNew }: Props) => {
  if (!next) return isNew ? null : <NothingOpen />
  const quest = active_quests.find(({ quest_id }) => quest_id === next.quest_id)
  return (
    <section
      aria-labelledby="continue"
      className="grid overflow-hidden rounded-card border border-line bg-surface shadow-low lg:grid-cols-[1fr_18rem]"
    >
      <QuestCover
        quest={{ ...next, id: next.quest_id, pillars: [next.pillar] }}
        className="h-28 w-full lg:order-last lg:h-full"
      />
      <div className="space-y-3 p-5 sm:p-6">
        <p className="text-sm font-semibold text-muted">{next.quest_title}</p>
        <h2 id="continue" className="text-2xl">
          {next.task_title}
        </h2>
        <p>
          <PillarChip pillar={next.pillar}>{next.xp} XP</PillarChip>
        </p>
        {quest ? <Done quest={quest} /> : null}
        <ButtonLink
          to={taskPath(next.quest_id, next.task_id)}
          icon={<ArrowRight aria-hidden size={18} />}
        >
          {next.has_draft ? 'Continue your draft' : 'Continue'}
        </ButtonLink>
      </div>
    </section>
  )
}

const Done = ({ quest }: { quest: ActiveQuest }) => (
  <div className="max-w-80 space-y-1.5">
    <p className="text-sm text-muted tabular-nums">
      {quest.tasks_done} of {quest.tasks_total} tasks
    </p>
    <ProgressBar
      label={`Progress in ${quest.quest_title}`}
      value={quest.tasks_done}
      max={quest.tasks_total}
    />
  </div>
)

const NothingOpen = () => (
  <section
    aria-labelledby="continue"
    className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 shadow-low sm:p-6"
  >
    <div>
      <h2 id="continue" className="text-xl">
        Nothing is waiting for you
      </h2>
      <p className="text-muted">You have finished every quest you started. Time for a new one?</p>
    </div>
    <ButtonLink to={paths.quests}>Explore quests</ButtonLink>
  </section>
)
