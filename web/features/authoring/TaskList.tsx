import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { MAX_QUEST_TASKS } from '#rules/quest-limits'
import { Button, Card, FieldError, moveItem } from '#ui'

import { type Task, TaskFields } from './TaskFields.tsx'

type Props<T extends Task> = {
  tasks: readonly T[]
  errors: Record<string, string>
  make: () => T
  onChange: (tasks: T[]) => void
}

export const newTask = () => ({
  key: crypto.randomUUID() as string,
  title: '',
  instructions: '',
  pillar: 'creativity' as const,
  xp: 75,
  subjects: {},
})

/** Ordered list of tasks, reordered by dragging or with buttons. */
export const TaskList = <T extends Task>({ tasks, errors, make, onChange }: Props<T>) => {
  const [said, setSaid] = useState('')
  const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
  const move = (from: number, to: number) => {
    onChange(moveItem(tasks, from, to))
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
              onChange(tasks.map((each) => (each === task ? { ...each, ...part } : each)))
            }
            onRemove={() => {
              onChange(tasks.filter((each) => each !== task))
              setSaid(`“${task.title || 'The task'}” has been removed.`)
            }}
          />
        ))}
      </ol>
      <Button
        id="tasks"
        variant="secondary"
        disabled={tasks.length >= MAX_QUEST_TASKS}
        icon={<Plus aria-hidden size={18} />}
        onClick={() => onChange([...tasks, make()])}
      >
        Add a task
      </Button>
      <FieldError id="tasks" error={errors.tasks} />
    </Card>
  )
}
