import { starPath } from '#rules/art/star'

const FIVE_STARS = [
  { x: 8, y: 44, r: 3 },
  { x: 26, y: 22, r: 2.4 },
  { x: 50, y: 32, r: 3.4 },
  { x: 70, y: 12, r: 4.2 },
  { x: 88, y: 40, r: 2.6 },
]

/** Five connected stars, one per pillar: a decorative image for empty and final states. */
export const Constellation = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 96 56" className={className} aria-hidden="true">
    <polyline
      points={FIVE_STARS.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      stroke="currentColor"
      strokeOpacity=".45"
      strokeWidth="1"
      strokeDasharray="2 3"
    />
    {FIVE_STARS.map(({ x, y, r }) => (
      <path key={x} d={starPath(x, y, r * 2)} className="fill-brand" />
    ))}
  </svg>
)

/** Logo: a lodestar and the two stars that point to it. */
export const Mark = ({ className = 'size-7' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <path
      d="M5 27 11 17.5 19.5 12.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeDasharray="0.1 3"
    />
    <circle cx="5" cy="27" r="2" fill="currentColor" />
    <circle cx="11" cy="17.5" r="1.6" fill="currentColor" />
    <path d={starPath(20.5, 11.5, 10.5)} fill="currentColor" />
  </svg>
)
