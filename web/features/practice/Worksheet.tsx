import type { PracticeSet } from '#contract/practice'
import type { Exercise } from '#rules/practice/exercise'
import { generateQuestion, practiceSeed, type Question } from '#rules/practice/generate'
import { solutionLines } from '#rules/practice/solution'

import { GraphFigure } from './GraphFigure.tsx'
import { Rich, RichLine } from './Rich.tsx'
import { usePractised } from './use-round.ts'

type Props = { set: PracticeSet; learnerId: string }

/** The set on paper, with the numbers that the learner would be asked next. The answers are on a page of their own. */
export const Worksheet = ({ set, learnerId }: Props) => {
  const practised = usePractised(set, learnerId)
  const asked = set.exercises.map((exercise) => {
    const tries = practised.find(({ id }) => id === exercise.id)?.tries ?? 0
    const seed = practiceSeed(learnerId, set.slug, exercise.id, tries)
    return { exercise, seed, question: generateQuestion(exercise, seed) }
  })
  return (
    <div aria-hidden="true" className="hidden print:block">
      <ol className="list-decimal space-y-6 pl-6">
        {asked.map(({ exercise, question }) => (
          <li key={exercise.id} className="break-inside-avoid">
            <Rich text={question.question} />
            {question.graph ? <GraphFigure graph={question.graph} /> : null}
            <Blank exercise={exercise} question={question} />
          </li>
        ))}
      </ol>
      <div className="break-before-page">
        <h2 className="mb-3 text-xl">Answers</h2>
        <ol className="list-decimal space-y-3 pl-6">
          {asked.map(({ exercise, seed, question }) => (
            <li key={exercise.id} className="break-inside-avoid">
              {solutionLines(exercise, seed).map((text) => (
                <p key={text} className="font-semibold">
                  <RichLine text={text} />
                </p>
              ))}
              <Rich text={question.why} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

const LINE = 'mt-6 block border-b border-ink'

/** Space for an answer. */
const Blank = ({ exercise, question }: { exercise: Exercise; question: Question }) => {
  if (question.options.length === 0) return <span className={`${LINE} w-64`} />
  return (
    <div className="mt-2 flex flex-wrap gap-x-10 gap-y-2">
      {exercise.kind === 'match' ? (
        <ul className="space-y-1">
          {question.lefts.map((left) => (
            <li key={left}>____ {left}</li>
          ))}
        </ul>
      ) : null}
      <ul className="space-y-1">
        {question.options.map(({ index, text }, at) => (
          <li key={index}>
            {exercise.kind === 'order' ? '____' : `${'ABCDEFGH'[at]})`} <RichLine text={text} />
          </li>
        ))}
      </ul>
    </div>
  )
}
