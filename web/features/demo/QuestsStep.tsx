import { useState } from 'react'
import { QUESTS } from 'virtual:demo-quests'

import { type DemoQuest, isFull, MAX_QUESTS } from '#rules/demo'
import { PILLARS } from '#rules/pillars'
import { Button, DrawnCover, FieldError, PillarChip } from '#ui'

import { DemoStep } from './DemoStep.tsx'
import type { DemoProps } from './use-demo.ts'

export const QuestsStep = ({ state, act }: DemoProps) => {
  const [missing, setMissing] = useState(false)
  const { selectedQuests } = state
  const full = isFull(state)
  const goOn = () => {
    const [first] = selectedQuests
    if (first === undefined) setMissing(true)
    else act({ type: 'selectQuest', questId: first })
  }
  return (
    <DemoStep
      title="Pick your quests"
      lead={`A quest is a project made of small tasks. Pick one that appeals to you, or up to ${MAX_QUESTS}.`}
      onBack={() => act({ type: 'back' })}
      ways={
        <Button size="large" onClick={goOn}>
          Next
        </Button>
      }
    >
      <div role="status" className="mb-4">
        <p>
          <span className="font-semibold tabular-nums">
            {selectedQuests.length} of {MAX_QUESTS}
          </span>{' '}
          chosen
          {full && QUESTS.length > MAX_QUESTS ? '. To choose another, deselect one first.' : ''}
        </p>
        <FieldError
          id="quests"
          error={missing && selectedQuests.length === 0 ? 'Choose at least one quest' : undefined}
        />
      </div>
      <ul className="grid gap-5 sm:grid-cols-2">
        {QUESTS.map((quest) => {
          const chosen = selectedQuests.includes(quest.id)
          return (
            <li key={quest.id}>
              <QuestChoice
                quest={quest}
                chosen={chosen}
                disabled={full && !chosen}
                onToggle={() => act({ type: 'toggleQuest', questId: quest.id })}
              />
            </li>
          )
        })}
      </ul>
    </DemoStep>
  )
}

type QuestChoiceProps = {
  quest: DemoQuest
  chosen: boolean
  disabled: boolean
  onToggle: () => void
}

/** A card that acts as one large checkbox. */
const QuestChoice = ({ quest, chosen, disabled, onToggle }: QuestChoiceProps) => {
  const pillars = PILLARS.filter((pillar) => quest.tasks.some((task) => task.pillar === pillar))
  return (
    <div className="relative flex h-full flex-col overflow-hidden rounded-card border border-control bg-surface shadow-low transition-shadow hover:shadow-over has-checked:border-brand has-checked:shadow-[inset_0_0_0_1px_var(--brand)] has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <DrawnCover
        seed={quest.id}
        pillars={pillars}
        motif={quest.motif}
        className="h-28 w-full sm:h-40"
      />
      <div className="flex grow flex-col gap-2.5 p-5">
        <div className="flex items-start gap-3">
          <input
            id={`quest-${quest.id}`}
            type="checkbox"
            checked={chosen}
            disabled={disabled}
            aria-describedby={`about-${quest.id}`}
            onChange={onToggle}
            className="relative z-10 mt-0.5 size-6 shrink-0 accent-brand outline-none"
          />
          <h3 className="text-lg">
            <label htmlFor={`quest-${quest.id}`} className="after:absolute after:inset-0">
              {quest.title}
            </label>
          </h3>
        </div>
        <div id={`about-${quest.id}`} className="flex grow flex-col gap-2.5">
          <p>{quest.description}</p>
          <p className="text-sm text-muted">{quest.appeal}</p>
          <p className="mt-auto flex flex-wrap items-center gap-1.5 pt-1">
            <span className="mr-2 font-semibold tabular-nums">{quest.totalXP} XP</span>
            {pillars.map((pillar) => (
              <PillarChip key={pillar} pillar={pillar} />
            ))}
          </p>
        </div>
      </div>
    </div>
  )
}
