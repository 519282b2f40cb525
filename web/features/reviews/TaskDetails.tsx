import type { Review } from '#contract/reviews'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Chip, Markdown, PillarChip } from '#ui'
import { inReadersUnits } from '#web/format'

/** A task's instructions with XP and subjects. */
export const TaskDetails = ({ task, isOpen }: Pick<Review, 'task'> & { isOpen: boolean }) => (
  <details open={isOpen}>
    <summary className="min-h-6 font-semibold">The task</summary>
    <div className="space-y-3 pt-3">
      <div className="flex flex-wrap gap-1.5">
        <PillarChip pillar={task.pillar}>{task.xp} XP</PillarChip>
        {Object.entries(task.subjects).map(([subject, share]) => (
          <Chip key={subject}>
            {SUBJECT_NAMES[subject as keyof typeof SUBJECT_NAMES] ?? subject}{' '}
            {Math.round(share * 100)} %
          </Chip>
        ))}
      </div>
      <Markdown text={inReadersUnits(task.instructions)} />
    </div>
  </details>
)

/** Criteria of a quest's rubric; renders nothing without any. */
export const Rubric = ({ criteria }: { criteria: Review['quest']['rubric'] }) =>
  criteria.length === 0 ? null : (
    <details open>
      <summary className="min-h-6 font-semibold">What good work shows</summary>
      <ul className="space-y-2 pt-3">
        {criteria.map(({ criterion, description }) => (
          <li key={criterion}>
            <p className="font-semibold">{criterion}</p>
            {description ? <p className="text-muted">{description}</p> : null}
          </li>
        ))}
      </ul>
    </details>
  )
