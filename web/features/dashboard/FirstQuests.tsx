import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { pace, QuestCover } from '#views/quests'

/** Quests to begin with, for a learner who has started none. Renders nothing without any. */
export const FirstQuests = ({ quests }: { quests: Dashboard['suggested'] }) =>
  quests.length === 0 ? null : (
    <section aria-labelledby="first-quests">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="first-quests" className="text-xl">
          Good ones to begin with
        </h2>
        <Link to={paths.quests} className="link inline-flex min-h-11 items-center text-sm">
          See all quests
        </Link>
      </div>
      <ul className="grid gap-4 sm:grid-cols-3">
        {quests.map((quest) => (
          <li key={quest.quest_id}>
            <Link
              to={paths.quest(quest.quest_id)}
              prefetch="intent"
              className="group grid h-full grid-cols-[7rem_1fr] overflow-hidden rounded-card border border-line bg-surface text-ink no-underline shadow-low hover:shadow-over sm:grid-cols-1 sm:grid-rows-[auto_1fr]"
            >
              <QuestCover
                quest={{ ...quest, id: quest.quest_id }}
                className="h-full w-full sm:h-36"
              />
              <span className="flex flex-col gap-1.5 p-4">
                <span className="font-heading text-lg leading-tight font-semibold group-hover:underline">
                  {quest.quest_title}
                </span>
                <span className="line-clamp-2 text-sm text-muted sm:line-clamp-3">
                  {quest.summary}
                </span>
                <span className="mt-auto pt-1 text-sm font-semibold tabular-nums">
                  {pace(quest)}, {quest.total_xp} XP
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
