import { QUESTS } from 'virtual:demo-quests'

import { paths } from '#contract/paths'
import { type DemoState, isQuestDone } from '#rules/demo'
import { totalXp } from '#rules/xp'
import { Button, ButtonLink } from '#ui'
import { shownIf } from '#views/site'

import { DemoStep } from './DemoStep.tsx'
import type { DemoProps } from './use-demo.ts'

const minutesIn = ({ interactions }: DemoState): number => {
  const [first, last] = [interactions.at(0), interactions.at(-1)]
  if (!first || !last) return 1
  return Math.max(
    1,
    Math.round((Date.parse(last.timestamp) - Date.parse(first.timestamp)) / 60_000),
  )
}

export const LastStep = ({ state, act }: DemoProps) => {
  const quests = QUESTS.filter((quest) => isQuestDone(state, quest)).length
  const tasks = state.completedTasks.length
  const minutes = minutesIn(state)
  const facts = [
    [totalXp(state.earnedXP), 'XP earned'],
    [tasks, tasks === 1 ? 'task completed' : 'tasks completed'],
    [quests, quests === 1 ? 'quest finished' : 'quests finished'],
    [minutes, minutes === 1 ? 'minute of your time' : 'minutes of your time'],
  ] as const
  return (
    <DemoStep
      title="That was the short version"
      lead="The full version takes days instead of minutes: real bridges, real interviews, a teacher who reads what you hand in, and a portfolio that grows with you."
      onBack={() => act({ type: 'back' })}
      ways={
        <Button variant="secondary" onClick={() => act({ type: 'startOver' })}>
          Start over
        </Button>
      }
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {facts.map(([figure, words]) => (
          <div
            key={words}
            className="flex flex-col-reverse justify-end rounded-card bg-sunk p-4 sm:p-5"
          >
            <dt className="text-sm text-muted">{words}</dt>
            <dd className="font-heading text-2xl font-bold tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
        <ButtonLink to={paths.register} size="large">
          Create account
        </ButtonLink>
        <ButtonLink
          to={paths.consultation}
          size="large"
          variant="secondary"
          {...shownIf('consultations')}
        >
          Book a free 30-minute consultation
        </ButtonLink>
      </div>
      <p className="mt-4 max-w-text text-sm text-muted">
        {state.userInputs.name || state.userInputs.interests
          ? 'The name and interests you entered will be filled in for you. Everything else is gone when you close this tab.'
          : 'What you wrote here is gone when you close this tab.'}
      </p>
    </DemoStep>
  )
}
