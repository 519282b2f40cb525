import ShieldCheck from 'lucide-react/icons/shield-check'
import { PICTURED } from 'virtual:landing-quests'

import { Chip, DrawnCover, NightSky, PillarChip } from '#ui'

import { FRAME } from './pictures.tsx'

/** Illustrates the path of a piece of work from its maker to a stranger; exposed as a single image. */
export const HeroPicture = () => (
  <div
    role="img"
    aria-label="Under a night sky with five stars: a task that was handed in and accepted, a teacher's question about it, and a record that is genuine"
    className="relative mx-auto w-full max-w-md"
  >
    <div className="night absolute inset-0 overflow-hidden rounded-sheet bg-sky-deep shadow-over ring-1 ring-line">
      <NightSky className="absolute inset-x-0 top-0 aspect-[540/860] -translate-y-[22%]" />
    </div>
    <div className="relative flex flex-col gap-3 p-4 pt-0 sm:p-6 sm:pt-0 lg:-ml-10">
      <div className="aspect-[8/5]" />
      <div className={`w-full max-w-80 ${FRAME}`}>
        <DrawnCover
          seed={PICTURED.seed}
          pillars={PICTURED.pillars}
          motif={PICTURED.motif}
          className="h-16 w-full"
        />
        <div className="p-4">
          <p className="text-sm text-muted">{PICTURED.title}</p>
          <p className="mt-0.5 font-heading text-lg font-semibold">{PICTURED.task.title}</p>
          <p className="mt-2.5 flex flex-wrap gap-1.5">
            <PillarChip pillar={PICTURED.task.pillar}>+{PICTURED.task.xp} XP</PillarChip>
            <Chip tone="success">Accepted</Chip>
          </p>
        </div>
      </div>
      <div className={`ml-auto flex w-full max-w-80 items-start gap-3 p-4 ${FRAME}`}>
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-soft text-sm font-semibold text-brand-strong">
          SO
        </span>
        <span>
          <span className="block leading-snug">
            “What would happen if you folded it the other way?”
          </span>
          <span className="mt-1 block text-sm text-muted">Samuel, teacher</span>
        </span>
      </div>
      <div className="flex w-full max-w-72 items-center gap-3 rounded-card border-2 border-success bg-success-soft p-4 text-success shadow-over">
        <ShieldCheck aria-hidden size={32} strokeWidth={1.75} className="shrink-0" />
        <span>
          <span className="block font-heading text-lg leading-tight font-bold">Genuine</span>
          <span className="block text-sm text-ink">Nobody has changed this record.</span>
        </span>
      </div>
    </div>
  </div>
)
