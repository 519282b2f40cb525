import Check from 'lucide-react/icons/check'
import { useId, useRef, useState } from 'react'

import type { DemoTask as Task } from '#rules/demo'
import { Button, PillarChip, Textarea } from '#ui'

type DemoTaskProps = {
  task: Task
  number: number
  /** Set once the task is done. */
  evidence: string | undefined
  onComplete: (evidence: string) => void
}

const MAX_EVIDENCE_LENGTH = 2000

export const DemoTask = ({ task, number, evidence, onComplete }: DemoTaskProps) => {
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = evidence !== undefined
  const complete = () => {
    if (words.trim() === '') {
      setMissing(true)
      document.getElementById(`${id}-evidence`)?.focus()
      return
    }
    onComplete(words)
    // The focused field is gone and the card is shorter: focuses and reveals the result.
    heading.current?.focus()
  }
  return (
    <div className="rounded-card border border-line bg-surface p-5 shadow-low sm:p-6">
      <div className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className={`flex size-9 shrink-0 items-center justify-center rounded-full font-semibold tabular-nums ${isDone ? 'bg-success text-bg' : 'bg-sunk'}`}
        >
          {isDone ? <Check size={20} /> : number}
        </span>
        <div className="min-w-0 grow space-y-2">
          <h3 ref={heading} id={id} tabIndex={-1} className="text-lg">
            {task.title}
            {isDone ? <span className="visually-hidden">: done</span> : null}
          </h3>
          <PillarChip pillar={task.pillar}>
            {isDone ? '+' : ''}
            {task.xp} XP
          </PillarChip>
        </div>
      </div>
      {isDone ? (
        <p dir="auto" className="mt-4 border-l-3 border-success pl-4 whitespace-pre-line">
          {evidence}
        </p>
      ) : (
        <>
          <div className="prose mt-4" dangerouslySetInnerHTML={{ __html: task.instructions }} />
          <div className="mt-4 space-y-3">
            <Textarea
              id={`${id}-evidence`}
              label="Your evidence"
              aria-describedby={id}
              hint="One sentence is enough here."
              error={missing && words.trim() === '' ? 'Write a few words first' : undefined}
              rows={2}
              dir="auto"
              maxLength={MAX_EVIDENCE_LENGTH}
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
            />
            <Button aria-describedby={id} onClick={complete}>
              Complete
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
