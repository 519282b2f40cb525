import type { PractisedExercise } from '#contract/practice'
import { Chip } from '#ui'
import { localDay, shortDay } from '#web/format'

import { STATUS_LABELS } from './labels.ts'

const again = ({ status, due_on }: PractisedExercise): string => {
  if (status === 'new' || due_on === null) return ''
  return due_on <= localDay() ? 'due today' : `again on ${shortDay(due_on)}`
}

/** The exercises of a set, each with what is known of it. */
export const Skills = ({ practised }: { practised: readonly PractisedExercise[] }) => (
  <ul className="divide-y divide-line">
    {practised.map((exercise) => {
      const { label, tone } = STATUS_LABELS[exercise.status]
      return (
        <li key={exercise.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 grow">{exercise.title}</span>
          <span className="text-sm text-muted">{again(exercise)}</span>
          <Chip tone={tone}>{label}</Chip>
        </li>
      )
    })}
  </ul>
)
