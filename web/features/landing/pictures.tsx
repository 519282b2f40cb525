import ShieldCheck from 'lucide-react/icons/shield-check'
import { PICTURED } from 'virtual:landing-quests'

import { type Pillar, PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { Constellation, DrawnCover, PillarChip, PillarIcon } from '#ui'

// Product illustrations made of real components, each exposed as a single, non-interactive image.

export const FRAME = 'overflow-hidden rounded-card border border-line bg-surface shadow-over'

export const QuestPicture = () => (
  <div
    role="img"
    aria-label={`A quest: ${PICTURED.title}, with its cover, its pillars and the work done so far`}
    className={FRAME}
  >
    <DrawnCover
      seed={PICTURED.seed}
      pillars={PICTURED.pillars}
      motif={PICTURED.motif}
      className="h-36 w-full"
    />
    <div className="space-y-3 p-5">
      <p className="font-heading text-lg font-semibold">{PICTURED.title}</p>
      <p className="text-muted">{PICTURED.summary}</p>
      <p className="flex flex-wrap gap-1.5">
        {PICTURED.pillars.map((pillar) => (
          <PillarChip key={pillar} pillar={pillar} />
        ))}
      </p>
      <p className="flex justify-between text-sm">
        <span className="font-medium">In progress</span>
        <span className="text-muted tabular-nums">3 of {PICTURED.tasks} tasks</span>
      </p>
      <span className="block h-2 overflow-hidden rounded-full bg-sunk">
        <span
          className="block h-full rounded-full bg-brand"
          style={{ width: `${300 / PICTURED.tasks}%` }}
        />
      </span>
    </div>
  </div>
)

const XP = {
  creativity: 410,
  critical_thinking: 640,
  practical_skills: 520,
  communication: 380,
  cultural_literacy: 290,
} satisfies Record<Pillar, number>

const MAX_XP = Math.max(...Object.values(XP))

export const PortfolioPicture = () => (
  <div
    role="img"
    aria-label="A portfolio page: Maya L., level 7, five pillars as bars, and two pieces of work"
    className={FRAME}
  >
    <div className="night relative overflow-hidden bg-sky px-5 py-6 text-on-sky">
      <Constellation className="absolute -top-3 -right-2 h-20 text-star opacity-60" />
      <p className="relative font-heading text-2xl font-bold">Maya L.</p>
      <p className="relative mt-1 text-sm text-on-sky-muted">Level 7 · 2,240 XP</p>
    </div>
    <div className="space-y-2 p-5">
      {PILLARS.map((pillar) => (
        <span key={pillar} data-pillar={pillar} className="flex items-center gap-3 text-sm">
          <span className="text-pillar">
            <PillarIcon pillar={pillar} size={18} />
          </span>
          <span className="w-32 shrink-0">{PILLAR_NAMES[pillar]}</span>
          <span className="h-2.5 grow overflow-hidden rounded-full bg-pillar-soft">
            <span
              className="block h-full rounded-full bg-pillar"
              style={{ width: `${(XP[pillar] / MAX_XP) * 100}%` }}
            />
          </span>
        </span>
      ))}
    </div>
    <div className="grid grid-cols-2 gap-3 px-5 pb-5 text-sm">
      {(
        [
          ['The bridge that held', 'practical_skills', 'bridge'],
          ['What the stream told us', 'critical_thinking', 'stream'],
        ] as const
      ).map(([title, pillar, motif]) => (
        <span key={title} className="overflow-hidden rounded-control border border-line">
          <DrawnCover
            seed={title}
            pillars={[pillar, 'creativity']}
            motif={motif}
            className="h-16 w-full"
          />
          <span className="block p-2.5 font-medium">{title}</span>
        </span>
      ))}
    </div>
  </div>
)

// Together the 2,240 XP of the portfolio, at 6,000 XP a credit.
const COURSES = [
  ['Language arts', '0.10', 'A-'],
  ['Mathematics', '0.08', 'B+'],
  ['Science', '0.11', 'A'],
  ['Social studies', '0.08', 'A-'],
] as const

export const RecordPicture = () => (
  <div
    role="img"
    aria-label="A transcript with its courses, credits and grades, a code, and the word: genuine"
    className={`flex flex-col ${FRAME}`}
  >
    <div className="flex items-center gap-3 border-b-2 border-success bg-success-soft px-5 py-4 text-success">
      <ShieldCheck aria-hidden size={36} strokeWidth={1.75} className="shrink-0" />
      <span>
        <span className="block font-heading text-xl font-bold">Genuine</span>
        <span className="block text-sm text-ink">Issued here, unchanged and valid.</span>
      </span>
    </div>
    <div className="flex grow flex-col p-5">
      <p className="text-sm font-semibold text-muted">Transcript</p>
      <p className="mt-0.5 font-heading text-lg font-semibold">Maya L., school year 2026–2027</p>
      <div className="mt-3 divide-y divide-line border-y border-line text-sm tabular-nums">
        {COURSES.map(([course, credits, grade]) => (
          <p key={course} className="flex gap-3 py-2">
            <span className="grow font-medium">{course}</span>
            <span className="text-muted">{credits} credits</span>
            <span className="w-6 text-right font-semibold">{grade}</span>
          </p>
        ))}
      </div>
      <p className="mt-auto pt-4 text-sm text-muted">
        Code <span className="font-mono text-ink">7KQ2-M0ZT-95AB-XW3E</span>
      </p>
    </div>
  </div>
)
