import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'

import { taskPath } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { ButtonLink, PillarChip } from '#ui'

type Work = Dashboard['returned'][number]

const pathOf = ({ quest_id, task_id }: Work) => taskPath(quest_id, task_id)

/** The newest returned work, first on the page; older ones follow as links. Renders nothing without any. */
export const ReturnedCard = ({ returned }: { returned: readonly Work[] }) => {
  const [newest, ...older] = returned
  if (!newest) return null
  return (
    <section
      aria-labelledby="returned"
      className="space-y-3 rounded-card border border-warning bg-surface p-5 shadow-low sm:p-6"
    >
      <p className="text-sm font-semibold text-warning">Your teacher sent one back</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="returned" className="text-2xl">
          {newest.task_title}
        </h2>
        <PillarChip pillar={newest.pillar} />
      </div>
      <p className="text-sm text-muted">{newest.quest_title}</p>
      <blockquote className="line-clamp-3 max-w-text border-l-4 border-warning pl-4 whitespace-pre-line">
        {newest.comment}
      </blockquote>
      <p>
        <ButtonLink to={pathOf(newest)} icon={<ArrowRight aria-hidden size={18} />}>
          Work on it again
        </ButtonLink>
      </p>
      {older.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span className="inline-flex min-h-6 items-center text-muted">Also sent back:</span>
          {older.map((work) => (
            <Link
              key={work.attempt_id}
              to={pathOf(work)}
              className="link inline-flex min-h-6 min-w-6 items-center"
            >
              {work.task_title}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  )
}
