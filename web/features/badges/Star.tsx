import { Link } from 'react-router'

import type { Constellation } from '#contract/badges'
import { paths } from '#contract/paths'
import { starPath } from '#rules/art/star'
import { PILLARS } from '#rules/pillars'
import { dateOf } from '#web/format'

import { progressInWords } from './labels.ts'

export type StarData = Constellation['stars'][number]

export const starId = (id: string) => `star-${id}`

/** Accessible description of a star. */
const starInWords = (star: StarData): string => {
  const { name, state, earned_at, pursued, progress } = star
  if (earned_at) return `${name}: earned on ${dateOf(earned_at)}`
  const next = progress.next ? `. Next: ${progress.next.words}` : ''
  const begun = state === 'open' ? 'not started, ' : ''
  return `${name}: ${begun}${progressInWords(progress)}${pursued ? ', your goal' : ''}${next}`
}

type Props = {
  star: StarData
  /** The star in the tab order. */
  isCurrent: boolean
  onReach: (id: string) => void
}

export const Star = ({ star, isCurrent, onReach }: Props) => (
  <Link
    id={starId(star.id)}
    to={paths.badge(star.id)}
    aria-label={starInWords(star)}
    tabIndex={isCurrent ? 0 : -1}
    draggable={false}
    // With all five pillars, none of them colors the star.
    data-pillar={star.pillars.length === PILLARS.length ? 'all' : star.pillars[0]}
    onFocus={() => onReach(star.id)}
    onPointerEnter={() => onReach(star.id)}
    style={{ left: star.x, top: star.y }}
    className="group absolute size-11 origin-center -translate-1/2 scale-(--star-scale) rounded-full no-underline hover:z-10 focus-visible:z-10"
  >
    <svg viewBox="-22 -22 44 44" aria-hidden="true" className="block size-full overflow-visible">
      <Light star={star} />
    </svg>
    <span className="pointer-events-none absolute top-full left-1/2 w-max max-w-28 -translate-x-1/2 rounded-control text-center text-sm leading-tight font-medium text-on-sky text-shadow-sky group-hover:bg-sky-deep group-hover:opacity-100! group-focus-visible:bg-sky-deep group-focus-visible:opacity-100! group-data-[name=hidden]:opacity-0 in-data-[names=hidden]:opacity-0">
      {star.name}
    </span>
  </Link>
)

const RING = 15
const ROUND = 2 * Math.PI * RING

/** Earned: large, with rays and a ring. In progress: the ring closes as it brightens. Not begun: a faint point. */
const Light = ({ star: { state, pursued, progress } }: { star: StarData }) => (
  <>
    {state === 'earned' ? (
      <>
        <circle r="20" className="fill-pillar" opacity=".16" />
        <circle r={RING + 2} fill="none" className="stroke-gold" strokeWidth="1.25" />
        <path d={starPath(0, 0, 9)} transform="rotate(45)" className="fill-pillar" opacity=".8" />
        <path d={starPath(0, 0, 15)} className="fill-pillar" />
        <circle r="2.2" fill="#fff" />
      </>
    ) : null}
    {state === 'in_progress' ? (
      <>
        <circle
          r={RING}
          fill="none"
          className="stroke-on-sky"
          strokeOpacity=".22"
          strokeWidth="1.5"
        />
        <circle
          r={RING}
          fill="none"
          className="stroke-pillar"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={`${ROUND * progress.fraction} ${ROUND}`}
          transform="rotate(-90)"
        />
        <path
          d={starPath(0, 0, 8 + 4 * progress.fraction)}
          className="fill-pillar"
          opacity={0.4 + 0.6 * progress.fraction}
        />
      </>
    ) : null}
    {state === 'open' ? (
      <path d={starPath(0, 0, 7)} className="fill-on-sky-muted" opacity=".65" />
    ) : null}
    {pursued ? (
      <circle
        r="20"
        fill="none"
        className="stroke-brand"
        strokeWidth="1.75"
        strokeDasharray="3 3.5"
      />
    ) : null}
  </>
)
