import type { ReactNode } from 'react'

import type { Quest } from '#contract/quests'
import { Markdown } from '#ui'
import { inReadersUnits } from '#web/format'

/** Information needed before starting; omits empty parts. */
export const QuestDetails = ({
  quest: { materials, safety, rubric, example },
}: {
  quest: Pick<Quest, 'materials' | 'safety' | 'rubric' | 'example'>
}) =>
  materials || safety || rubric.length > 0 || example ? (
    <div className="divide-y divide-line rounded-control border border-line">
      <Part title="What you need" shown={materials !== ''}>
        <Markdown text={inReadersUnits(materials)} />
      </Part>
      <Part title="Stay safe" shown={safety !== ''} open>
        <Markdown text={inReadersUnits(safety)} />
      </Part>
      <Part title="What good work shows" shown={rubric.length > 0}>
        <ul className="space-y-2">
          {rubric.map(({ criterion, description }) => (
            <li key={criterion}>
              <p className="font-semibold">{criterion}</p>
              {description ? <p className="text-muted">{description}</p> : null}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="An example of finished work" shown={example !== ''}>
        <Markdown text={example} />
      </Part>
    </div>
  ) : null

/** Collapsed hints. */
export const Hints = ({ hints }: Pick<Quest, 'hints'>) => (
  <div className="rounded-control border border-line">
    <Part title="Stuck? What to try" shown>
      <Markdown text={inReadersUnits(hints)} />
    </Part>
  </div>
)

export const ForAdults = ({ quest: { for_adults } }: { quest: Pick<Quest, 'for_adults'> }) =>
  for_adults ? (
    <aside aria-label="For the adult who helps" className="rounded-card bg-sunk">
      <Part title="For the adult who helps" shown>
        <Markdown text={inReadersUnits(for_adults)} />
      </Part>
    </aside>
  ) : null

type PartProps = { title: string; shown: boolean; open?: boolean; children: ReactNode }

const Part = ({ title, shown, open = false, children }: PartProps) =>
  shown ? (
    <details open={open} className="px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="max-w-text pb-4">{children}</div>
    </details>
  ) : null
