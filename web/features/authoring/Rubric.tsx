import Plus from 'lucide-react/icons/plus'

import { Button, Checkbox, FieldError, TextField } from '#ui'

import type { QuestDraft } from './use-quest-draft.ts'

const MAX_CRITERIA = 5

/** Three to five criteria, in a learner's words. */
export const Rubric = ({ draft: { content, change, errors } }: { draft: QuestDraft }) => {
  const { rubric } = content
  const set = (at: number, part: Partial<(typeof rubric)[number]>) =>
    change({ rubric: rubric.map((each, index) => (index === at ? { ...each, ...part } : each)) })
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold">What good work looks like</legend>
      <p className="text-sm text-muted">Three to five criteria in a learner’s words, or none.</p>
      {rubric.map(({ criterion, description, tasks }, index) => (
        // Criteria have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="space-y-3 rounded-control border border-line p-3">
          <TextField
            id={`rubric.${index}.criterion`}
            label={`Criterion ${index + 1}`}
            value={criterion}
            maxLength={120}
            autoComplete="off"
            placeholder="I tested it before I trusted it"
            error={errors[`rubric.${index}.criterion`]}
            onChange={(event) => set(index, { criterion: event.target.value })}
          />
          <TextField
            id={`rubric.${index}.description`}
            label="How to recognise it"
            optional
            value={description}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => set(index, { description: event.target.value })}
          />
          <TasksOfCriterion
            id={`rubric.${index}.tasks`}
            tasks={content.tasks}
            chosen={tasks ?? []}
            choose={(tasks) => set(index, { tasks })}
          />
          <Button
            variant="quiet"
            size="small"
            onClick={() => change({ rubric: rubric.filter((_, other) => other !== index) })}
          >
            Remove criterion {index + 1}
          </Button>
        </div>
      ))}
      <Button
        id="rubric"
        variant="secondary"
        size="small"
        disabled={rubric.length >= MAX_CRITERIA}
        icon={<Plus aria-hidden size={16} />}
        onClick={() =>
          change({ rubric: [...rubric, { criterion: '', description: '', tasks: [] }] })
        }
      >
        Add a criterion
      </Button>
      <FieldError id="rubric" error={errors.rubric} />
    </fieldset>
  )
}

type TasksProps = {
  id: string
  tasks: QuestDraft['content']['tasks']
  chosen: readonly string[]
  choose: (keys: string[]) => void
}

/** Tasks that a criterion applies to. */
const TasksOfCriterion = ({ id, tasks, chosen, choose }: TasksProps) =>
  tasks.length < 2 ? null : (
    <fieldset>
      <legend className="text-sm font-semibold">
        For these tasks{' '}
        <span className="font-normal text-muted">(for all, if you choose none)</span>
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {tasks.map(({ key, title }, index) => (
          <Checkbox
            key={key}
            id={`${id}.${index}`}
            label={title || `Task ${index + 1}`}
            checked={chosen.includes(key)}
            onChange={(event) =>
              choose(
                event.target.checked ? [...chosen, key] : chosen.filter((each) => each !== key),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
