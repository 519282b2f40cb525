import { starPath } from '#rules/star'

const TEETH = Array.from({ length: 36 }, (_, index) => {
  const angle = (index / 36) * 2 * Math.PI
  return { x: 100 + 90 * Math.cos(angle), y: 100 + 90 * Math.sin(angle) }
})

const STARS = [
  { x: 48, y: 124, r: 8 },
  { x: 76, y: 84, r: 7 },
  { x: 104, y: 104, r: 7 },
  { x: 132, y: 66, r: 13 },
  { x: 154, y: 112, r: 8 },
]

/** The seal: the constellation in a ring. Decoration; what it stands for is said in words. */
export const Seal = ({ className }: { className: string }) => (
  <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
    <g fill="#8f6300">
      <circle cx="100" cy="100" r="90" />
      {TEETH.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" />
      ))}
    </g>
    <circle cx="100" cy="100" r="84" fill="#fbf0d9" />
    <circle cx="100" cy="100" r="79" fill="#14202b" />
    <circle cx="100" cy="100" r="72" fill="none" stroke="#ffd166" strokeWidth="1.5" />
    <polyline
      points={STARS.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      stroke="#8fd3c8"
      strokeWidth="2"
    />
    {STARS.map(({ x, y, r }) => (
      <path key={x} d={starPath(x, y, r)} fill="#ffd166" />
    ))}
  </svg>
)

const CORNERS = [
  'top-2 left-2 sm:top-3 sm:left-3',
  'top-2 right-2 -scale-x-100 sm:top-3 sm:right-3',
  'bottom-2 left-2 -scale-y-100 sm:bottom-3 sm:left-3',
  'bottom-2 right-2 -scale-100 sm:bottom-3 sm:right-3',
]

/** A border of two lines, with a small constellation in each corner. */
export const StarBorder = () => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0">
    <div className="absolute inset-4 rounded-control border-2 border-gold sm:inset-6" />
    <div className="absolute inset-6 border border-gold opacity-50 sm:inset-8" />
    {CORNERS.map((corner) => (
      <svg key={corner} viewBox="0 0 64 64" className={`absolute size-12 sm:size-16 ${corner}`}>
        <rect width="64" height="64" className="fill-surface" />
        <path
          d="M14 50 22 26 40 20 54 12"
          fill="none"
          className="stroke-gold"
          strokeWidth="1"
          strokeDasharray="2 3"
        />
        {[
          [14, 50, 6],
          [22, 26, 9],
          [40, 20, 5],
          [54, 12, 6],
        ].map(([x = 0, y = 0, r = 0]) => (
          <path key={x} d={starPath(x, y, r)} className="fill-gold" />
        ))}
      </svg>
    ))}
  </div>
)
