import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { ButtonLink, ProgressBar } from '#ui'
import { QuestCover } from '#views/quests'

export const ActiveQuests = ({ quests }: { quests: Dashboard['active_quests'] }) => (
  <section aria-labelledby="active-quests">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 id="active-quests" className="text-xl">
        Active quests
      </h2>
      <Link to={paths.quests} className="link inline-flex min-h-11 items-center text-sm">
        Explore more quests
      </Link>
    </div>
    {quests.length === 0 ? (
      <div className="rounded-card border border-dashed border-line p-6 text-center">
        <p className="mb-4 text-muted">Quests you start appear here.</p>
        <ButtonLink to={paths.quests}>Find a quest</ButtonLink>
      </div>
    ) : (
      <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {quests.map((quest) => (
          <li key={quest.quest_id}>
            <Link
              to={paths.quest(quest.quest_id)}
              className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface text-ink no-underline shadow-low hover:shadow-over"
            >
              <QuestCover
                quest={{ ...quest, id: quest.quest_id }}
                className="h-24 w-full sm:h-36"
              />
              <div className="flex grow flex-col gap-3 p-4">
                <h3 className="text-lg group-hover:underline">{quest.quest_title}</h3>
                <div className="mt-auto space-y-1.5">
                  <p className="flex justify-between text-sm text-muted tabular-nums">
                    <span>
                      {quest.tasks_done} of {quest.tasks_total} tasks
                    </span>
                    <span className="font-semibold text-gold">{quest.xp_earned} XP</span>
                  </p>
                  <ProgressBar
                    label={`Progress in ${quest.quest_title}`}
                    value={quest.tasks_done}
                    max={quest.tasks_total}
                  />
                </div>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
)
