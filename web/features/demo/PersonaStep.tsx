import { useEffect, useRef, useState } from 'react'
import { QUESTS } from 'virtual:demo-quests'

import { DEMO_PERSONAS, type DemoPersona } from '#rules/demo'
import { Button, FieldError, RadioCards } from '#ui'

import { DemoStep } from './DemoStep.tsx'
import { DemoTask } from './DemoTask.tsx'
import type { DemoProps } from './use-demo.ts'

const PERSONAS = {
  student: { label: 'A student', hint: 'I would like to do the quests myself' },
  parent: { label: 'A parent or guardian', hint: 'I would like to see what my child would do' },
  educator: { label: 'A teacher', hint: 'I would like to see what my learners would do' },
} satisfies Record<DemoPersona, unknown>

const isPersona = (value: string): value is DemoPersona =>
  DEMO_PERSONAS.some((persona) => persona === value)

/** Can be done at home, at once. */
const FIRST_QUEST = QUESTS.at(-1)
const FIRST_TASK = FIRST_QUEST?.tasks[0]

/** Milliseconds in which the selected card is visible before the next step. */
const SEEN_MS = 300

/**
 * Begins with a task rather than with questions; the persona's choice leads on. A click or tap on it advances immediately.
 * Arrow keys only move the selection, because they pass over other cards.
 */
export const PersonaStep = ({ state, act, ready }: DemoProps) => {
  const [picked, setPicked] = useState<string>(state.persona ?? '')
  const [missing, setMissing] = useState(false)
  const byArrow = useRef(false)
  const leadingOn = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leadingOn.current), [])
  const goOn = (persona: string) => {
    if (isPersona(persona)) act({ type: 'choosePersona', persona })
    else setMissing(true)
  }
  return (
    <DemoStep
      title="Begin with a task"
      lead={`It comes from the quest “${FIRST_QUEST?.title}”. Do it now, or skip it and choose below.`}
      ways={
        <Button size="large" ready={ready} onClick={() => goOn(picked)}>
          Next
        </Button>
      }
    >
      {/* Disabled until the script can react. */}
      <fieldset disabled={!ready}>
        {FIRST_QUEST && FIRST_TASK ? (
          <DemoTask
            task={FIRST_TASK}
            number={1}
            evidence={state.completedTasks.find(({ taskId }) => taskId === FIRST_TASK.id)?.evidence}
            onComplete={(evidence) => {
              act({ type: 'completeTask', taskId: FIRST_TASK.id, evidence })
              if (!state.selectedQuests.includes(FIRST_QUEST.id))
                act({ type: 'toggleQuest', questId: FIRST_QUEST.id })
            }}
          />
        ) : null}
        <h3 className="mt-10 text-xl">Who are you?</h3>
        <p className="mt-1 mb-4 text-muted">The demo shows what matters most to you.</p>
        <RadioCards
          legend="I am"
          name="persona"
          columns={3}
          options={DEMO_PERSONAS.map((value) => ({
            value,
            ...PERSONAS[value],
            checked: picked === value,
          }))}
          onKeyDown={({ key, currentTarget }) => {
            byArrow.current = key.startsWith('Arrow')
            if (key === 'Enter') goOn(currentTarget.value)
          }}
          onKeyUp={() => {
            byArrow.current = false
          }}
          onChange={({ currentTarget }) => setPicked(currentTarget.value)}
          onClick={({ currentTarget }) => {
            if (byArrow.current) return
            const { value } = currentTarget
            clearTimeout(leadingOn.current)
            leadingOn.current = setTimeout(() => goOn(value), SEEN_MS)
          }}
        />
      </fieldset>
      <div role="status">
        <FieldError
          id="persona"
          error={missing && !picked ? 'Choose one of the three' : undefined}
        />
      </div>
    </DemoStep>
  )
}
