import { QUESTS } from 'virtual:demo-quests'

import { type DemoQuest, isQuestDone } from '#rules/demo'
import { PILLARS } from '#rules/pillars'
import { completionBonus, totalXp } from '#rules/xp'
import { Button, PillarChip } from '#ui'

import { DemoStep } from './DemoStep.tsx'
import { DemoTask } from './DemoTask.tsx'
import type { DemoProps } from './use-demo.ts'

export const TasksStep = ({ state, act }: DemoProps) => {
  const quest = QUESTS.find(({ id }) => id === state.selectedQuest) ?? QUESTS[0]
  const others = QUESTS.filter(({ id }) => id !== quest?.id && state.selectedQuests.includes(id))
  if (!quest) return null
  return (
    <DemoStep
      title={quest.title}
      lead="Do as many tasks as you like. In the demo a few words are enough; in real quests, evidence can include pictures, recordings and files."
      onBack={() => act({ type: 'back' })}
      ways={
        <>
          <Button size="large" onClick={() => act({ type: 'next' })}>
            Next
          </Button>
        </>
      }
    >
      <ol className="space-y-5">
        {quest.tasks.map((task, index) => (
          <li key={task.id}>
            <DemoTask
              task={task}
              number={index + 1}
              evidence={state.completedTasks.find(({ taskId }) => taskId === task.id)?.evidence}
              onComplete={(evidence) => act({ type: 'completeTask', taskId: task.id, evidence })}
            />
          </li>
        ))}
      </ol>
      <div role="status">{isQuestDone(state, quest) ? <Bonus quest={quest} /> : null}</div>
      {others.length > 0 ? (
        <div className="mt-8">
          <h3 className="text-lg">Your other quests</h3>
          <p className="mt-3 flex flex-wrap gap-3">
            {others.map(({ id, title }) => (
              <Button
                key={id}
                variant="secondary"
                onClick={() => {
                  act({ type: 'selectQuest', questId: id })
                  document.getElementById('demo-step')?.focus()
                }}
              >
                {title}
              </Button>
            ))}
          </p>
        </div>
      ) : null}
    </DemoStep>
  )
}

const Bonus = ({ quest }: { quest: DemoQuest }) => {
  const bonus = completionBonus(quest.tasks)
  return (
    <div className="mt-6 rounded-card bg-gold-soft p-5">
      <p className="font-heading text-xl font-bold text-gold">
        Quest complete: {totalXp(bonus)} XP bonus
      </p>
      <p className="mt-1">Half of the quest’s XP again, split evenly across its pillars.</p>
      <p className="mt-3 flex flex-wrap gap-1.5">
        {PILLARS.filter((pillar) => bonus[pillar]).map((pillar) => (
          <PillarChip key={pillar} pillar={pillar}>
            +{bonus[pillar]}
          </PillarChip>
        ))}
      </p>
    </div>
  )
}
