import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Grip from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { PlanBreak, PlanEntry } from '#contract/plan'
import { breakOn } from '#rules/plan'
import { Button, Chip, IconButton, TextField, useReorder } from '#ui'
import { plannedFor } from '#web/format'

import { CourseWeeks } from './CourseWeeks.tsx'
import { sizeOf, STATES } from './labels.ts'

type EntryRowProps = {
  entry: PlanEntry
  index: number
  count: number
  today: string
  breaks: readonly PlanBreak[]
  onMove: (from: number, to: number) => void
  onChange: (part: Partial<Pick<PlanEntry, 'target_date' | 'note'>>) => void
  onRemove: () => void
}

const ENTRIES = Symbol('planned quests')
const LINES = { before: 'before:-top-2', after: 'before:-bottom-2', idle: '', dragged: '' }

/** A planned quest with position, day and note. */
export const EntryRow = ({
  entry,
  index,
  count,
  today,
  breaks,
  onMove,
  onChange,
  onRemove,
}: EntryRowProps) => {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const state = useReorder({ list: ENTRIES, row, handle, index, onMove })
  const [hasNote, setHasNote] = useState(entry.note !== '')
  const { quest_id, title, target_date } = entry
  const line =
    state === 'before' || state === 'after'
      ? `before:absolute before:inset-x-0 before:h-1 before:rounded-full before:bg-brand ${LINES[state]}`
      : ''
  const timeOff = target_date ? breakOn(target_date, breaks) : undefined
  return (
    <li
      ref={row}
      className={`relative rounded-card border border-line bg-surface p-4 shadow-low ${state === 'dragged' ? 'opacity-50' : ''} ${line}`}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span
          ref={handle}
          title="Drag to reorder"
          className="-m-1 cursor-grab touch-none self-center rounded-control p-2 text-muted hover:bg-sunk hover:text-ink max-sm:hidden"
        >
          <Grip aria-hidden size={20} />
        </span>
        <div className="min-w-0 grow basis-56">
          <Link to={paths.quest(quest_id)} className="link text-lg font-semibold">
            {title}
          </Link>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <span>{sizeOf(entry)}</span>
            {STATES[entry.state] ? <Chip tone="brand">{STATES[entry.state]}</Chip> : null}
          </p>
        </div>
        <div className="basis-44 max-sm:grow">
          <TextField
            id={`day-${quest_id}`}
            label="Day"
            optional
            type="date"
            value={target_date ?? ''}
            onChange={(event) => onChange({ target_date: event.target.value || null })}
            hint={
              timeOff
                ? `In “${timeOff.label}”`
                : target_date && target_date < today
                  ? plannedFor(target_date, today)
                  : undefined
            }
          />
        </div>
        <div className="flex items-center self-end max-sm:w-full max-sm:justify-end">
          <IconButton
            label={`Move “${title}” up`}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUp aria-hidden size={18} />
          </IconButton>
          <IconButton
            label={`Move “${title}” down`}
            disabled={index === count - 1}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDown aria-hidden size={18} />
          </IconButton>
          <IconButton label={`Remove “${title}” from the plan`} onClick={onRemove}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <CourseWeeks entry={entry} />
      {hasNote ? (
        <div className="mt-3">
          <TextField
            id={`note-${quest_id}`}
            label="Note"
            optional
            maxLength={500}
            autoComplete="off"
            value={entry.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        </div>
      ) : (
        <Button variant="quiet" size="small" className="mt-1" onClick={() => setHasNote(true)}>
          Add a note<span className="visually-hidden"> to {title}</span>
        </Button>
      )}
    </li>
  )
}
