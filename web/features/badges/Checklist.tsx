import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { Link } from 'react-router'

import type { Badge } from '#contract/badges'
import { paths } from '#contract/paths'
import { ProgressBar } from '#ui'

type Part = Badge['checklist'][number]

// Deeper groups share the last indent.
const INDENTS = ['', 'ml-6', 'ml-12', 'ml-18']

/** A badge's requirements and their progress. */
export const Checklist = ({ badge }: { badge: Badge }) => (
  <ul className="space-y-4">
    {badge.checklist.map((part, index) => (
      // Lines have no ids, and the list is only ever replaced as a whole.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index} className={INDENTS[Math.min(part.depth, INDENTS.length - 1)]}>
        <Line part={part} />
      </li>
    ))}
  </ul>
)

const Line = ({ part }: { part: Part }) => {
  const [only, ...more] = part.quests
  const isOne = only !== undefined && more.length === 0
  return (
    <div className="flex gap-3">
      <Mark met={part.met} />
      <div className="min-w-0 grow space-y-1.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          {isOne ? (
            <Link to={paths.quest(only.id)} className="link font-semibold">
              {part.words}
            </Link>
          ) : (
            <span className="font-semibold">{part.words}</span>
          )}
          {part.need > 1 ? (
            <span className="text-sm text-muted tabular-nums">
              {part.have} of {part.need}
            </span>
          ) : null}
        </p>
        {part.need > 1 && !part.met && part.kind !== 'all' ? (
          <ProgressBar label={part.words} value={part.have} max={part.need} />
        ) : null}
        {isOne ? null : <Quests quests={part.quests} />}
      </div>
    </div>
  )
}

const Quests = ({ quests }: { quests: Part['quests'] }) =>
  quests.length === 0 ? null : (
    <ul className="space-y-0.5 pt-1">
      {quests.map((quest) => (
        <li key={quest.id} className="flex items-start gap-2">
          <span className={`mt-1 ${quest.completed ? 'text-success' : 'text-muted'}`}>
            {quest.completed ? <Check aria-hidden size={18} /> : <Circle aria-hidden size={18} />}
          </span>
          <Link to={paths.quest(quest.id)} className="link inline-block min-h-6 min-w-6">
            {quest.title}
          </Link>
          {quest.completed ? <span className="visually-hidden">(completed)</span> : null}
        </li>
      ))}
    </ul>
  )

const Mark = ({ met }: { met: boolean }) => (
  <span
    className={`flex size-7 shrink-0 items-center justify-center rounded-full ${met ? 'bg-success text-bg' : 'border-2 border-control'}`}
  >
    {met ? <Check aria-hidden size={16} /> : null}
    <span className="visually-hidden">{met ? 'Done:' : 'To do:'}</span>
  </span>
)
