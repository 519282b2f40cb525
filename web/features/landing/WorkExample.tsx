import Check from 'lucide-react/icons/check'
import { WORK } from 'virtual:landing-quests'

import drawing from '#content/sample/files/bridges.png?url'
import { Chip, PillarChip } from '#ui'

/** A piece of work of the sample world as it was handed in, with its XP and the teacher's answer. */
export const WorkExample = () => (
  <article
    aria-labelledby="work-title"
    className="grid overflow-hidden rounded-card border border-line bg-surface shadow-over lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
  >
    <figure className="border-line bg-sunk max-lg:border-b lg:border-r">
      <img
        src={drawing}
        alt={WORK.picture.alt}
        width={960}
        height={640}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
      <figcaption className="px-5 py-3 text-sm text-muted">{WORK.picture.caption}</figcaption>
    </figure>
    <div className="flex flex-col gap-4 p-5 sm:p-6">
      <div>
        <p className="text-sm text-muted">
          {WORK.quest} · handed in by {WORK.maker}
        </p>
        <h3 id="work-title" className="mt-1 text-xl">
          {WORK.task.title}
        </h3>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <PillarChip pillar={WORK.task.pillar}>+{WORK.task.xp} XP</PillarChip>
          <Chip tone="gold">Accepted</Chip>
        </p>
      </div>
      <div className="prose" dangerouslySetInnerHTML={{ __html: WORK.text }} />
      <blockquote className="mt-auto rounded-control border-l-3 border-success bg-success-soft px-4 py-3">
        <p className="flex items-center gap-1.5 text-sm font-semibold text-success">
          <Check aria-hidden size={16} className="shrink-0" /> The teacher answered
        </p>
        <p className="mt-1">{WORK.comment}</p>
      </blockquote>
    </div>
  </article>
)
