import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { maxTasks } from '#rules/course'
import { Button, Card, FieldError, moveItem } from '#ui'

import { type Task, TaskFields } from './TaskFields.tsx'

type Props<T extends Task> = {
  tasks: readonly T[]
  /** Weeks of a course. */
  weeks?: number
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

const inOrderOfWeeks = <T extends Task>(tasks: readonly T[]): T[] =>
  tasks.toSorted((a, b) => (a.week ?? 0) - (b.week ?? 0))

/** Ordered list of tasks, reordered by dragging or with buttons. */
export const TaskList = <T extends Task>({
  tasks,
  weeks = 0,
  errors,
  make,
  onChange,
}: Props<T>) => {
  const [said, setSaid] = useState('')
  const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
  const move = (from: number, to: number) => {
    const moved = moveItem(tasks, from, to)
    // Across the border of a week, it belongs to the one that it is now in.
    const week = moved[to === 0 ? 1 : to - 1]?.week
    onChange(weeks === 0 ? moved : moved.map((each, at) => (at === to ? { ...each, week } : each)))
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
            weeks={weeks}
            errors={errors}
            onMove={move}
            onChange={(part) => {
              const changed = tasks.map((each) => (each === task ? { ...each, ...part } : each))
              onChange(part.week ? inOrderOfWeeks(changed) : changed)
            }}
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
        disabled={tasks.length >= maxTasks(weeks)}
        icon={<Plus aria-hidden size={18} />}
        onClick={() =>
          onChange([...tasks, { ...make(), week: weeks > 0 ? (tasks.at(-1)?.week ?? 1) : null }])
        }
      >
        Add a task
      </Button>
      <FieldError id="tasks" error={errors.tasks} />
    </Card>
  )
}
