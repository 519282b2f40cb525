import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useId } from 'react'

import type { Exercise, ExerciseAnswer } from '#rules/practice/exercise'
import type { Question } from '#rules/practice/generate'
import { IconButton, moveItem, Select, TextField } from '#ui'

import { RichLine } from './Rich.tsx'

type Props = {
  exercise: Exercise
  question: Question
  answer: ExerciseAnswer
  onAnswer: (answer: ExerciseAnswer) => void
}

/** Answer before the learner has touched anything. */
export const emptyAnswer = ({ kind }: Exercise, { options, lefts }: Question): ExerciseAnswer => {
  if (kind === 'choice') return -1
  if (kind === 'order') return options.map(({ index }) => index)
  return kind === 'match' ? lefts.map(() => -1) : ''
}

/** The field of a question, by its kind. */
export const AnswerField = ({ exercise, question, answer, onAnswer }: Props) => {
  const id = useId()
  if (exercise.kind === 'choice') {
    return <Choices question={question} answer={answer} onAnswer={onAnswer} />
  }
  const list = typeof answer === 'object' ? answer : []
  if (exercise.kind === 'order')
    return <Order question={question} list={list} onAnswer={onAnswer} />
  if (exercise.kind === 'match')
    return <Match question={question} list={list} onAnswer={onAnswer} />
  const hasUnit = exercise.kind === 'number' && (exercise.unit?.length ?? 0) > 0
  const label = exercise.kind === 'text' ? 'Your answer' : 'Your number'
  return (
    <div className="max-w-sm">
      <TextField
        id={id}
        label={hasUnit ? 'Your number, with its unit' : label}
        value={typeof answer === 'string' ? answer : ''}
        onChange={({ target }) => onAnswer(target.value)}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={exercise.kind === 'number' && !hasUnit ? 'decimal' : 'text'}
      />
    </div>
  )
}

type ChoicesProps = Omit<Props, 'exercise'>

const Choices = ({ question, answer, onAnswer }: ChoicesProps) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Choose one</legend>
      <div className="grid gap-3">
        {question.options.map(({ index, text }) => (
          <label
            key={index}
            className="flex min-h-11 items-start gap-3 rounded-control border border-control bg-surface px-3 py-2.5 transition-colors hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={answer === index}
              onChange={() => onAnswer(index)}
              className="mt-[0.2em] size-5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 grow">
              <RichLine text={text} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type ListProps = {
  question: Question
  list: readonly number[]
  onAnswer: (answer: number[]) => void
}

const textOf = ({ options }: Question, index: number) =>
  options.find((option) => option.index === index)?.text ?? ''

const Order = ({ question, list, onAnswer }: ListProps) => (
  <fieldset>
    <legend className="mb-1.5 font-semibold">Put these into order, from first to last</legend>
    <ol className="grid gap-2">
      {list.map((index, at) => (
        <li
          key={index}
          className="flex items-center gap-2 rounded-control border border-control bg-surface py-1 pr-1 pl-3"
        >
          <span className="shrink-0 font-semibold text-muted tabular-nums">{at + 1}.</span>
          <span className="min-w-0 grow">
            <RichLine text={textOf(question, index)} />
          </span>
          <IconButton
            label={`Move “${textOf(question, index)}” up`}
            disabled={at === 0}
            className="disabled:opacity-40"
            onClick={() => onAnswer(moveItem(list, at, at - 1))}
          >
            <ArrowUp aria-hidden size={20} />
          </IconButton>
          <IconButton
            label={`Move “${textOf(question, index)}” down`}
            disabled={at === list.length - 1}
            className="disabled:opacity-40"
            onClick={() => onAnswer(moveItem(list, at, at + 1))}
          >
            <ArrowDown aria-hidden size={20} />
          </IconButton>
        </li>
      ))}
    </ol>
  </fieldset>
)

const Match = ({ question, list, onAnswer }: ListProps) => {
  const id = useId()
  const options = question.options.map(({ index, text }) => ({
    value: String(index),
    label: text.replaceAll('$', ''),
  }))
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Choose the partner of each</legend>
      <div className="grid gap-3">
        {question.lefts.map((left, at) => (
          <Select
            key={left}
            id={`${id}-${at}`}
            label={left.replaceAll('$', '')}
            options={options}
            placeholder="Choose"
            value={(list[at] ?? -1) < 0 ? '' : String(list[at])}
            onChange={({ target }) =>
              onAnswer(
                list.map((index, place) =>
                  place === at ? (target.value === '' ? -1 : Number(target.value)) : index,
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
