import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Grip from 'lucide-react/icons/grip-vertical'
import Trash from 'lucide-react/icons/trash-2'
import { useRef } from 'react'

import type { DraftContent } from '#contract/authoring'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { EVIDENCE_KINDS, TASK_LENGTHS } from '#rules/quest-limits'
import { Checkbox, FieldError, IconButton, Select, Textarea, TextField, useReorder } from '#ui'

import { PracticeField } from './PracticeField.tsx'
import { Shares } from './Shares.tsx'

type DraftTask = DraftContent['tasks'][number]

/** Quests for one learner accept any evidence and require all tasks. */
export type Task = Omit<DraftTask, 'evidence' | 'required'> &
  Partial<Pick<DraftTask, 'evidence' | 'required'>>

type Props = {
  task: Task
  index: number
  count: number
  /** Weeks of the course; 0 for a quest. */
  weeks: number
  errors: Record<string, string>
  onMove: (from: number, to: number) => void
  onChange: (part: Partial<Task>) => void
  onRemove: () => void
}

const TASKS = Symbol('tasks of a quest')
const LINES = { before: 'before:-top-2.5', after: 'before:-bottom-2.5', idle: '', dragged: '' }

const EVIDENCE_NAMES = {
  text: 'Text',
  link: 'Link',
  image: 'Picture',
  video: 'Video',
  file: 'File',
} as const

export const TaskFields = ({
  task,
  index,
  count,
  weeks,
  errors,
  onMove,
  onChange,
  onRemove,
}: Props) => {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const state = useReorder({ list: TASKS, row, handle, index, onMove })
  const line =
    state === 'before' || state === 'after'
      ? `before:absolute before:inset-x-0 before:h-1 before:rounded-full before:bg-brand ${LINES[state]}`
      : ''
  const name = task.title || `task ${index + 1}`
  const at = (part: keyof Task) => ({
    id: `tasks.${index}.${part}`,
    error: errors[`tasks.${index}.${part}`],
  })
  return (
    <li
      ref={row}
      className={`relative space-y-4 rounded-control border border-line p-4 ${state === 'dragged' ? 'opacity-50' : ''} ${line}`}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="flex items-center gap-2 font-semibold">
          <span
            ref={handle}
            title="Drag to reorder"
            className="-ml-2 cursor-grab touch-none rounded-control p-2 text-muted hover:bg-sunk hover:text-ink max-sm:hidden"
          >
            <Grip aria-hidden size={20} />
          </span>
          Task {index + 1}
        </h3>
        <div className="flex">
          <IconButton
            label={`Move “${name}” up`}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUp aria-hidden size={18} />
          </IconButton>
          <IconButton
            label={`Move “${name}” down`}
            disabled={index === count - 1}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDown aria-hidden size={18} />
          </IconButton>
          <IconButton label={`Remove “${name}”`} onClick={onRemove}>
            <Trash aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <TextField
        {...at('title')}
        label="Task title"
        value={task.title}
        maxLength={TASK_LENGTHS.title}
        autoComplete="off"
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Textarea
        {...at('instructions')}
        label="What to do"
        value={task.instructions}
        maxLength={TASK_LENGTHS.instructions}
        rows={4}
        hint="In Markdown; end with what to hand in"
        onChange={(event) => onChange({ instructions: event.target.value })}
      />
      {weeks > 0 ? (
        <Select
          {...at('week')}
          label="Week"
          value={String(task.week ?? 1)}
          options={Array.from({ length: weeks }, (_, week) => ({
            value: String(week + 1),
            label: `Week ${week + 1}`,
          }))}
          onChange={(event) => onChange({ week: Number(event.target.value) })}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...at('pillar')}
          label="Pillar"
          value={task.pillar}
          options={PILLARS.map((pillar) => ({ value: pillar, label: PILLAR_NAMES[pillar] }))}
          onChange={(event) =>
            onChange({ pillar: PILLARS.find((each) => each === event.target.value)! })
          }
        />
        <TextField
          {...at('xp')}
          label="XP"
          type="number"
          inputMode="numeric"
          min={50}
          max={100}
          step={5}
          hint="50 to 100"
          value={task.xp}
          onChange={(event) =>
            onChange({
              xp: Math.min(Math.max(Math.trunc(event.target.valueAsNumber || 0), 0), 1000),
            })
          }
        />
      </div>
      <Shares
        id={`tasks.${index}.subjects`}
        shares={task.subjects}
        error={errors[`tasks.${index}.subjects`]}
        onChange={(subjects) => onChange({ subjects })}
      />
      {task.evidence === undefined ? null : (
        <fieldset>
          <legend className="mb-1.5 font-semibold">What can be handed in</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {EVIDENCE_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                id={`tasks.${index}.evidence.${kind}`}
                label={EVIDENCE_NAMES[kind]}
                checked={task.evidence?.includes(kind)}
                onChange={(event) =>
                  onChange({
                    evidence: EVIDENCE_KINDS.filter((each) =>
                      each === kind ? event.target.checked : task.evidence?.includes(each),
                    ),
                  })
                }
              />
            ))}
          </div>
          <FieldError id={`tasks.${index}.evidence`} error={errors[`tasks.${index}.evidence`]} />
        </fieldset>
      )}
      {task.evidence === undefined ? null : (
        <PracticeField
          {...at('practice')}
          slug={task.practice ?? null}
          onChange={(practice) => onChange({ practice })}
        />
      )}
      {task.required === undefined ? null : (
        <Checkbox
          id={`tasks.${index}.required`}
          label="Required: the quest is complete once all required tasks are handed in"
          checked={task.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
      )}
    </li>
  )
}
