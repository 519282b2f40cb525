import { CORNER_STARS, SEAL_COLORS, SEAL_STARS, SEAL_TEETH } from '#rules/art/seal'
import { starPath } from '#rules/art/star'

/** Decorative seal: the constellation in a ring. Its meaning is in the text. */
export const Seal = ({ className }: { className: string }) => (
  <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
    <g fill={SEAL_COLORS.rim}>
      <circle cx="100" cy="100" r="90" />
      {SEAL_TEETH.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" />
      ))}
    </g>
    <circle cx="100" cy="100" r="84" fill={SEAL_COLORS.ring} />
    <circle cx="100" cy="100" r="79" fill={SEAL_COLORS.sky} />
    <circle cx="100" cy="100" r="72" fill="none" stroke={SEAL_COLORS.star} strokeWidth="1.5" />
    <polyline
      points={SEAL_STARS.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      stroke={SEAL_COLORS.line}
      strokeWidth="2"
    />
    {SEAL_STARS.map(({ x, y, r }) => (
      <path key={x} d={starPath(x, y, r)} fill={SEAL_COLORS.star} />
    ))}
  </svg>
)

const CORNERS = [
  'top-2 left-2 @min-[40rem]:top-3 @min-[40rem]:left-3',
  'top-2 right-2 -scale-x-100 @min-[40rem]:top-3 @min-[40rem]:right-3',
  'bottom-2 left-2 -scale-y-100 @min-[40rem]:bottom-3 @min-[40rem]:left-3',
  'bottom-2 right-2 -scale-100 @min-[40rem]:bottom-3 @min-[40rem]:right-3',
]

/** Double border with a small constellation in each corner. */
export const StarBorder = () => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0">
    <div className="absolute inset-4 rounded-control border-2 border-gold @min-[40rem]:inset-6" />
    <div className="absolute inset-6 border border-gold opacity-50 @min-[40rem]:inset-8" />
    {CORNERS.map((corner) => (
      <svg
        key={corner}
        viewBox="0 0 64 64"
        className={`absolute size-12 @min-[40rem]:size-16 ${corner}`}
      >
        <rect width="64" height="64" className="fill-surface" />
        <path
          d={`M${CORNER_STARS.map(({ x, y }) => `${x} ${y}`).join('L')}`}
          fill="none"
          className="stroke-gold"
          strokeWidth="1"
          strokeDasharray="2 3"
        />
        {CORNER_STARS.map(({ x, y, r }) => (
          <path key={x} d={starPath(x, y, r)} className="fill-gold" />
        ))}
      </svg>
    ))}
  </div>
)
