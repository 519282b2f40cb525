import { starPath } from '#rules/art/star'
import type { Pillar } from '#rules/pillars'

// Placed by hand: one large star per pillar. The dust is generated.
const LARGE: { pillar: Pillar; x: number; y: number; r: number }[] = [
  { pillar: 'creativity', x: 92, y: 470, r: 15 },
  { pillar: 'critical_thinking', x: 178, y: 356, r: 12 },
  { pillar: 'practical_skills', x: 300, y: 404, r: 14 },
  { pillar: 'communication', x: 352, y: 236, r: 26 },
  { pillar: 'cultural_literacy', x: 448, y: 322, r: 13 },
]

// Five kinds of dust, each a single path: a dot is a zero-length stroke with round caps.
const KINDS = [
  { r: 0.7, opacity: 0.35 },
  { r: 1.1, opacity: 0.6 },
  { r: 0.8, opacity: 0.45 },
  { r: 1.5, opacity: 0.8 },
  { r: 0.9, opacity: 0.5 },
]
const DUST = KINDS.map((kind, first) => ({
  ...kind,
  d: Array.from({ length: 18 }, (_, i) => {
    // Spread by the golden angle: even and deterministic.
    const index = i * KINDS.length + first
    const turn = index * 2.399963
    const reach = Math.sqrt(index / 90)
    const x = Math.round(270 + Math.cos(turn) * reach * 420)
    const y = Math.round(380 + Math.sin(turn) * reach * 560)
    return `M${x} ${y}h0`
  }).join(''),
}))

/** Decorative night sky with the constellation; dark in both themes. */
export const NightSky = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 0 540 860"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className={`night ${className}`}
  >
    <defs>
      <radialGradient id="lodestar-glow">
        <stop offset="0" className="glow" stopOpacity=".28" />
        <stop offset="1" className="glow" stopOpacity="0" />
      </radialGradient>
    </defs>
    <rect width="540" height="860" className="fill-sky" />
    <circle cx="352" cy="236" r="110" fill="url(#lodestar-glow)" />
    <g fill="none" className="stroke-on-sky" strokeLinecap="round">
      {DUST.map(({ d, r, opacity }) => (
        <path key={r} d={d} strokeWidth={2 * r} opacity={opacity} />
      ))}
    </g>
    <polyline
      points={LARGE.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      className="stroke-on-sky-muted"
      strokeWidth="1.25"
      strokeDasharray="1 6"
      strokeLinecap="round"
    />
    {LARGE.map(({ pillar, x, y, r }) => (
      <path key={pillar} data-pillar={pillar} d={starPath(x, y, r)} className="fill-pillar" />
    ))}
    <path
      d="M0 690C90 640 150 672 236 650S420 590 540 640V860H0Z"
      className="fill-sky-deep"
      opacity=".55"
    />
    <path d="M0 738C120 700 190 742 300 716S450 676 540 706V860H0Z" className="fill-sky-deep" />
  </svg>
)
