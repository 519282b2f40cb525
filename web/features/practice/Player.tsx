import { type FormEvent, useEffect, useRef, useState } from 'react'

import type { PracticeSet, PractisedExercise } from '#contract/practice'
import { type AnswerCheck, checkAnswer } from '#rules/practice/check-answer'
import type { Exercise } from '#rules/practice/exercise'
import { generateQuestion, practiceSeed } from '#rules/practice/generate'
import { Alert, Button, ProgressBar } from '#ui'
import { localDay } from '#web/format'

import { AnswerField, emptyAnswer } from './AnswerField.tsx'
import { GraphFigure } from './GraphFigure.tsx'
import { queueAnswer, sendAnswers } from './outbox.ts'
import { Rich } from './Rich.tsx'
import { Skills } from './Skills.tsx'
import { usePractised, useRound } from './use-round.ts'

type Props = {
  set: PracticeSet
  learnerId: string
  /** Larger, for young children. */
  isYoung?: boolean
}

/** One sitting: the exercises that are due, one by one. */
export const Player = ({ set, learnerId, isYoung = false }: Props) => {
  const practised = usePractised(set, learnerId)
  const round = useRound(practised)
  const exercise = set.exercises.find(({ id }) => id === round.current)
  const progress = practised.find(({ id }) => id === round.current)
  return (
    <div className={`no-print space-y-4 ${isYoung ? 'text-xl' : ''}`}>
      {exercise && progress ? (
        <>
          <div className="flex items-center gap-3 text-sm text-muted">
            <span className="shrink-0 tabular-nums">
              {round.at + 1} of {round.total}
            </span>
            <ProgressBar label="Questions done" value={round.at} max={round.total} />
          </div>
          <Asked
            key={round.at}
            set={set}
            exercise={exercise}
            progress={progress}
            learnerId={learnerId}
            hasFocus={round.at > 0}
            onWrong={() => round.repeatLater(exercise.id)}
            onNext={round.next}
          />
        </>
      ) : (
        <Done practised={practised} />
      )}
    </div>
  )
}

const Done = ({ practised }: { practised: readonly PractisedExercise[] }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="space-y-4">
      <Alert ref={box} tone="success" title="Done for today">
        <p>A skill is mastered after three days on which you knew it without a hint.</p>
      </Alert>
      <Skills practised={practised} />
    </div>
  )
}

type AskedProps = {
  set: PracticeSet
  exercise: Exercise
  progress: PractisedExercise
  learnerId: string
  hasFocus: boolean
  onWrong: () => void
  onNext: () => void
}

/** One question. Only the first answer counts; after it, the learner may try on, and read the solution. */
const Asked = (props: AskedProps) => {
  const { set, exercise, progress, learnerId, hasFocus, onWrong, onNext } = props
  const [tries] = useState(progress.tries)
  const seed = practiceSeed(learnerId, set.slug, exercise.id, tries)
  const [question] = useState(() => generateQuestion(exercise, seed))
  const [answer, setAnswer] = useState(() => emptyAnswer(exercise, question))
  const [check, setCheck] = useState<AnswerCheck>()
  const [hints, setHints] = useState(0)
  const [isSolved, setIsSolved] = useState(false)
  const [hasCounted, setHasCounted] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus])
  const isRight = check?.result === 'right'
  const count = (isRight: boolean) => {
    if (hasCounted) return
    setHasCounted(true)
    if (!isRight) onWrong()
    const first = { exercise: exercise.id, tries, answer: sent(answer), hint: hints > 0 }
    queueAnswer({ ...first, slug: set.slug, day: localDay() })
    void sendAnswers()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkAnswer(exercise, seed, answer)
    setCheck(found)
    if (found.result !== 'unclear') count(found.result === 'right')
  }
  return (
    <form aria-label={exercise.title} onSubmit={submit} className="space-y-4">
      <p ref={heading} tabIndex={-1} className="scroll-mt-20 text-sm font-semibold text-muted">
        {exercise.title}
      </p>
      <Rich text={question.question} />
      {question.graph ? <GraphFigure graph={question.graph} /> : null}
      <AnswerField
        exercise={exercise}
        question={question}
        answer={answer}
        onAnswer={(answer) => {
          setAnswer(answer)
          if (!isRight) setCheck(undefined)
        }}
      />
      {question.hints.slice(0, hints).map((hint, index) => (
        <div key={hint} className="rounded-control bg-sunk px-4 py-3">
          <p className="text-sm font-semibold">Hint {index + 1}</p>
          <Rich text={hint} />
        </div>
      ))}
      <div role="status" aria-live="polite">
        {check ? <Result check={check} /> : null}
      </div>
      {isSolved ? (
        <div className="rounded-control border border-line px-4 py-3">
          <p className="text-sm font-semibold">Why</p>
          <Rich text={question.why} />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {isRight ? null : <Button type="submit">Check</Button>}
        {hasCounted ? (
          <Button variant={isRight ? 'primary' : 'secondary'} onClick={onNext}>
            Next question
          </Button>
        ) : null}
        {hints < question.hints.length && !isRight && !isSolved ? (
          <Button variant="secondary" onClick={() => setHints(hints + 1)}>
            {hints === 0 ? 'Give me a hint' : 'Another hint'}
          </Button>
        ) : null}
        {hasCounted && !isSolved ? (
          <Button variant="secondary" onClick={() => setIsSolved(true)}>
            Show me why
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** The answer as the call takes it. */
const sent = (answer: ReturnType<typeof emptyAnswer>) =>
  typeof answer === 'object' ? [...answer] : answer

const Result = ({ check: { result, say } }: { check: AnswerCheck }) => {
  if (result === 'right') {
    return (
      <Alert tone="success" title="Right">
        {say ? <Rich text={say} /> : null}
      </Alert>
    )
  }
  if (result === 'unclear') {
    return (
      <Alert tone="info">
        <Rich text={say} />
      </Alert>
    )
  }
  return (
    <Alert tone="warning" title="Not yet">
      <Rich text={say || 'Try again, take a hint, or look at the solution.'} />
    </Alert>
  )
}
