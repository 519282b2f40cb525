import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import type { DraftContent } from '#contract/authoring'
import { MOST_TASKS } from '#contract/quest-content'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { FieldError } from '#ui/field'
import { moved } from '#ui/reorder'

import { TaskFields } from './TaskFields.tsx'
import type { QuestDraft } from './use-quest-draft.ts'

type Task = DraftContent['tasks'][number]

const newTask = (): Task => ({
  key: crypto.randomUUID(),
  title: '',
  instructions: '',
  pillar: 'creativity',
  xp: 75,
  required: true,
  evidence: ['text', 'image'],
  subjects: {},
})

/** The tasks in their order, which changes by dragging or by buttons. */
export const TaskList = ({ draft: { content, change, errors } }: { draft: QuestDraft }) => {
  const [said, setSaid] = useState('')
  const { tasks } = content
  const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
  const move = (from: number, to: number) => {
    change({ tasks: moved(tasks, from, to) })
    setSaid(`“${tasks[from]?.title || 'The task'}” is now number ${to + 1} of ${tasks.length}.`)
  }
  return (
    <Card className="space-y-4" aria-labelledby="edit-tasks">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="edit-tasks" className="text-lg">
          Tasks
        </h2>
        <p className="text-muted tabular-nums">{total} XP in all</p>
      </div>
      <p aria-live="polite" className="visually-hidden">
        {said}
      </p>
      <ol className="space-y-4">
        {tasks.map((task, index) => (
          <TaskFields
            key={task.key}
            task={task}
            index={index}
            count={tasks.length}
            errors={errors}
            onMove={move}
            onChange={(part) =>
              change({ tasks: tasks.map((each) => (each === task ? { ...each, ...part } : each)) })
            }
            onRemove={() => {
              change({ tasks: tasks.filter((each) => each !== task) })
              setSaid(`“${task.title || 'The task'}” is removed.`)
            }}
          />
        ))}
      </ol>
      <Button
        id="tasks"
        variant="secondary"
        disabled={tasks.length >= MOST_TASKS}
        icon={<Plus aria-hidden size={18} />}
        onClick={() => change({ tasks: [...tasks, newTask()] })}
      >
        Add a task
      </Button>
      <FieldError id="tasks" error={errors.tasks} />
    </Card>
  )
}
