import { useEffect, useRef } from 'react'

import { LAST_STEP } from '#rules/demo'
import { useHydrated } from '#web/browser'

import { AboutStep } from './AboutStep.tsx'
import { DiplomaStep } from './DiplomaStep.tsx'
import { LastStep } from './LastStep.tsx'
import { PersonaStep } from './PersonaStep.tsx'
import { QuestsStep } from './QuestsStep.tsx'
import { RunningXp } from './RunningXp.tsx'
import { TasksStep } from './TasksStep.tsx'
import { useDemo } from './use-demo.ts'
import { WorkStep } from './WorkStep.tsx'

/** One view per step, in the order of the client's specification. */
const STEPS = [PersonaStep, AboutStep, QuestsStep, TasksStep, WorkStep, DiplomaStep, LastStep]

export const Demo = () => {
  const demo = useDemo()
  const { currentStep } = demo.state
  const Step = STEPS[currentStep] ?? PersonaStep
  const view = useRef<HTMLDivElement>(null)
  const shown = useRef(currentStep)
  useEffect(() => {
    if (shown.current === currentStep) return
    shown.current = currentStep
    window.scrollTo({ top: 0 })
    view.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [currentStep])
  return (
    <>
      {currentStep === 0 ? (
        <p className="no-print -mt-4 mb-8 max-w-text text-lg text-muted">
          Do a task, pick a quest, and see what comes of it. You do not need an account, and nothing
          you write here leaves your browser.
        </p>
      ) : null}
      <noscript>
        <p className="mb-6 rounded-card bg-warning-soft p-4 text-warning">
          The demo runs entirely in your browser, so it needs JavaScript.
        </p>
      </noscript>
      <div className="no-print mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Progress step={currentStep} />
        <RunningXp earned={demo.state.earnedXP} />
      </div>
      <div ref={view}>
        <Step {...demo} ready={useHydrated()} />
      </div>
    </>
  )
}

const Progress = ({ step }: { step: number }) => (
  <div className="w-full sm:w-64">
    <p className="mb-1.5 text-sm font-semibold tabular-nums">
      Step {step + 1} of {LAST_STEP + 1}
    </p>
    <span aria-hidden="true" className="flex gap-1">
      {Array.from({ length: LAST_STEP + 1 }, (_, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- seven places that never change
          key={index}
          className={`h-1.5 grow rounded-full ${index <= step ? 'bg-brand' : 'bg-line'}`}
        />
      ))}
    </span>
  </div>
)
