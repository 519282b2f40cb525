import type { ReactNode } from 'react'

import type { Quest } from '#contract/quests'
import { criteriaFor } from '#rules/rubric'
import { Markdown } from '#ui'
import { inReadersUnits } from '#web/format'

import { Spoken } from './Spoken.tsx'

/** Information needed before starting; omits empty parts. */
export const QuestDetails = ({
  quest: { materials, safety, rubric, example },
}: {
  quest: Pick<Quest, 'materials' | 'safety' | 'rubric' | 'example'>
}) =>
  materials || safety || rubric.length > 0 || example ? (
    <div className="divide-y divide-line rounded-control border border-line">
      <Part title="What you need" shown={materials !== ''} spoken>
        <Markdown text={inReadersUnits(materials)} />
      </Part>
      <Part title="Stay safe" shown={safety !== ''} open spoken>
        <Markdown text={inReadersUnits(safety)} />
      </Part>
      <Part title="What good work looks like" shown={rubric.length > 0} spoken>
        <Criteria rubric={rubric} />
      </Part>
      <Part title="An example of finished work" shown={example !== ''} spoken>
        <Markdown text={example} />
      </Part>
    </div>
  ) : null

const Criteria = ({ rubric }: Pick<Quest, 'rubric'>) => (
  <ul className="space-y-2">
    {rubric.map(({ criterion, description }) => (
      <li key={criterion}>
        <p className="font-semibold">{criterion}</p>
        {description ? <p className="text-muted">{description}</p> : null}
      </li>
    ))}
  </ul>
)

/** Help with one task, collapsed: its criteria, and the quest's hints. */
export const TaskHelp = ({ hints, rubric, taskId }: TaskHelpProps) => {
  const criteria = criteriaFor(rubric, taskId)
  return hints || criteria.length > 0 ? (
    <div className="divide-y divide-line rounded-control border border-line">
      <Part title="What good work on this task looks like" shown={criteria.length > 0} spoken>
        <Criteria rubric={criteria} />
      </Part>
      <Part title="Stuck? Try this" shown={hints !== ''} spoken>
        <Markdown text={inReadersUnits(hints)} />
      </Part>
    </div>
  ) : null
}

type TaskHelpProps = Pick<Quest, 'hints' | 'rubric'> & { taskId: string }

export const ForAdults = ({ quest: { for_adults } }: { quest: Pick<Quest, 'for_adults'> }) =>
  for_adults ? (
    <aside aria-label="For the adult who helps" className="rounded-card bg-sunk">
      <Part title="For the adult who helps" shown>
        <Markdown text={inReadersUnits(for_adults)} />
      </Part>
    </aside>
  ) : null

type PartProps = {
  title: string
  shown: boolean
  open?: boolean
  /** For children: can be read aloud. */
  spoken?: boolean
  children: ReactNode
}

const Part = ({ title, shown, open = false, spoken = false, children }: PartProps) =>
  shown ? (
    <details open={open} className="px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="max-w-text pb-4">
        {spoken ? <Spoken title={title}>{children}</Spoken> : children}
      </div>
    </details>
  ) : null
