import type { Quest } from '#contract/quests'
import { PillarChip, ProgressBar } from '#ui'

import { useYoungScreen } from './young-screen.ts'

/** XP by pillar and progress; sticky if there is room. */
export const QuestProgress = ({ quest }: { quest: Quest }) => {
  const isYoung = useYoungScreen()
  const required = quest.tasks.filter((task) => task.required && !task.dropped)
  const done = required.filter((task) => task.done).length
  const earned =
    quest.tasks.reduce((sum, task) => sum + task.xp_earned, 0) + (quest.enrollment?.bonus_xp ?? 0)
  if (isYoung && !quest.enrollment) return null
  return (
    <aside className="order-first lg:order-none" aria-labelledby="quest-xp">
      <div className="space-y-4 rounded-card border border-line bg-surface p-5 shadow-low lg:sticky lg:top-20">
        <h2 id="quest-xp" className="text-lg">
          {isYoung ? 'How far you are' : 'XP by pillar'}
        </h2>
        {isYoung ? null : (
          <>
            <ul className="flex flex-wrap gap-2 lg:flex-col lg:items-start">
              {quest.xp_by_pillar.map(({ pillar, xp }) => (
                <li key={pillar}>
                  <PillarChip pillar={pillar}>{xp} XP</PillarChip>
                </li>
              ))}
            </ul>
            <p className="text-sm text-muted">
              Complete every required task to earn a bonus of{' '}
              <strong className="text-gold tabular-nums">{quest.bonus_xp} XP</strong>.
            </p>
          </>
        )}
        {quest.enrollment ? (
          <div className="space-y-2 border-t border-line pt-4">
            <p className="flex justify-between gap-2 font-semibold">
              <span>
                {done} of {required.length} {isYoung ? 'tasks' : 'required'}
              </span>
              {isYoung ? null : <span className="text-gold tabular-nums">{earned} XP earned</span>}
            </p>
            <ProgressBar label="Required tasks done" value={done} max={required.length} />
          </div>
        ) : null}
      </div>
    </aside>
  )
}
