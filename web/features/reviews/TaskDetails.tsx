import type { Review } from '#contract/reviews'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Checkbox, Chip, Markdown, PillarChip } from '#ui'
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

type RubricProps = {
  criteria: Review['quest']['rubric']
  met: readonly string[]
  /** Absent once the work is decided. */
  tick?: (criterion: string, isMet: boolean) => void
}

/** The task's criteria for the reviewer to tick; renders nothing without any. */
export const Rubric = ({ criteria, met, tick }: RubricProps) =>
  criteria.length === 0 ? null : (
    <details open>
      <summary className="min-h-6 font-semibold">What good work looks like</summary>
      {tick ? (
        <fieldset className="space-y-1 pt-2">
          <legend className="text-sm text-muted">
            Tick what the work shows. The learner sees it with your feedback.
          </legend>
          {criteria.map(({ criterion, description }, index) => (
            <Checkbox
              key={criterion}
              id={`criterion-${index}`}
              label={
                <>
                  <span className="font-semibold">{criterion}</span>
                  {description ? <span className="block text-muted">{description}</span> : null}
                </>
              }
              checked={met.includes(criterion)}
              onChange={(event) => tick(criterion, event.target.checked)}
            />
          ))}
        </fieldset>
      ) : (
        <Criteria criteria={criteria} />
      )}
    </details>
  )

const Criteria = ({ criteria }: Pick<RubricProps, 'criteria'>) => (
  <ul className="space-y-2 pt-3">
    {criteria.map(({ criterion, description }) => (
      <li key={criterion}>
        <p className="font-semibold">{criterion}</p>
        {description ? <p className="text-muted">{description}</p> : null}
      </li>
    ))}
  </ul>
)
