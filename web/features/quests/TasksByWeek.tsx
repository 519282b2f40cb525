import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'

import type { Quest, Task } from '#contract/quests'
import { Markdown, VisuallyHidden } from '#ui'
import { inReadersUnits } from '#web/format'

import { Spoken } from './Spoken.tsx'

type Props = {
  quest: Quest
  /** Ids of open tasks; their weeks are open as well. */
  open: readonly (string | null | undefined)[]
  /** Renders a task as a list item. */
  children: (task: Task, index: number) => ReactNode
}

/** Tasks of a quest as a list; those of a course by week, of which the others are folded. */
export const TasksByWeek = ({ quest, open, children: render }: Props) => {
  const { weeks = [], tasks } = quest
  const hasOpen = open.join()
  /** Week that the person opened or folded, until another task is opened. */
  const [chosen, setChosen] = useState<{ week: number | null; hasOpen: string }>()
  const entries = tasks.map((task, index) => ({ task, item: render(task, index) }))
  const list = (of: typeof entries) => <ol className="space-y-5">{of.map(({ item }) => item)}</ol>
  if (weeks.length === 0) return list(entries)
  const isOpen = (week: number, inWeek: typeof entries) =>
    chosen?.hasOpen === hasOpen
      ? chosen.week === week
      : inWeek.some(({ task }) => open.includes(task.id))
  const others = entries.filter(({ task }) => !task.week || task.week > weeks.length)
  return (
    <div className="space-y-5">
      {weeks.map((week, index) => {
        const inWeek = entries.filter(({ task }) => task.week === index + 1)
        const isShown = isOpen(index, inWeek)
        return (
          <Week
            // Weeks have no identity but their position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            title={`Week ${index + 1}: ${week.title}`}
            text={week.text}
            tasks={inWeek.map(({ task }) => task)}
            isOpen={isShown}
            toggle={() => setChosen({ week: isShown ? null : index, hasOpen })}
          >
            {list(inWeek)}
          </Week>
        )
      })}
      {others.length > 0 ? list(others) : null}
    </div>
  )
}

type WeekProps = {
  title: string
  text: string
  tasks: readonly Task[]
  isOpen: boolean
  toggle: () => void
  children: ReactNode
}

const Week = ({ title, text, tasks, isOpen, toggle, children }: WeekProps) => {
  const id = useId()
  const done = tasks.filter((task) => task.done).length
  return (
    <section aria-labelledby={id} className="border-t border-line pt-3">
      <h3 id={id} className="text-xl">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-11 w-full items-center gap-3 text-left"
        >
          <span className="grow">{title}</span>
          <span
            className={`shrink-0 font-sans text-sm font-normal tabular-nums ${done === tasks.length ? 'text-gold' : 'text-muted'}`}
          >
            {done} of {tasks.length}
            <VisuallyHidden> tasks done</VisuallyHidden>
          </span>
          <ChevronDown
            aria-hidden
            size={22}
            className={`no-print shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      {isOpen ? (
        <div className="mt-3 space-y-5">
          <Spoken title={title}>
            <Markdown text={inReadersUnits(text)} />
          </Spoken>
          {children}
        </div>
      ) : null}
    </section>
  )
}
