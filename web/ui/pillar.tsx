import Globe from 'lucide-react/icons/globe'
import Hammer from 'lucide-react/icons/hammer'
import Palette from 'lucide-react/icons/palette'
import Puzzle from 'lucide-react/icons/puzzle'
import Speech from 'lucide-react/icons/speech'
import { type ReactNode, useId } from 'react'

import { type Pillar, PILLAR_NAMES } from '#rules/pillars'

const ICONS = {
  creativity: Palette,
  critical_thinking: Puzzle,
  practical_skills: Hammer,
  communication: Speech,
  cultural_literacy: Globe,
} satisfies Record<Pillar, typeof Globe>

export const PillarIcon = ({ pillar, size = 16 }: { pillar: Pillar; size?: number }) => {
  const Icon = ICONS[pillar]
  return <Icon aria-hidden size={size} className="shrink-0" />
}

type PillarChipProps = {
  pillar: Pillar
  /** After the name: "75 XP", say. */
  children?: ReactNode
}

/** A pillar by icon, colour and word. */
export const PillarChip = ({ pillar, children }: PillarChipProps) => (
  <span
    data-pillar={pillar}
    className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-pillar-soft px-2.5 py-0.5 text-sm font-medium text-pillar"
  >
    <PillarIcon pillar={pillar} />
    {PILLAR_NAMES[pillar]}
    {children === undefined ? null : <span className="font-semibold tabular-nums">{children}</span>}
  </span>
)

// One 24 px tile each, drawn with strokes of 1.5 px.
const TILES = {
  creativity: (
    <path d="M0 24a12 12 0 0 1 24 0M5 24a7 7 0 0 1 14 0M-12 12a12 12 0 0 1 24 0M12 12a12 12 0 0 1 24 0M-7 12a7 7 0 0 1 14 0M17 12a7 7 0 0 1 14 0" />
  ),
  critical_thinking: (
    <path d="M8.5 6h7M6 8.5v7M8 8l8 8M18 8.5v7M8.5 18h7M18 20.5V24M18 0v3.5M6 20.5V24M6 0v3.5M20.5 6H24M0 6h3.5M20.5 18H24M0 18h3.5M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5" />
  ),
  practical_skills: (
    <path d="M-6 6 6-6M-6 18 18-6M-6 30 30-6M6 30 30 6M18 30l12-12M2 2l8 8M14 14l8 8M14 2l4 4M2 14l4 4" />
  ),
  communication: (
    <path d="M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22" />
  ),
  cultural_literacy: (
    <path d="M12 0 24 12 12 24 0 12ZM12 6l6 6-6 6-6-6ZM0 0l4 4M24 0l-4 4M0 24l4-4M24 24l-4-4" />
  ),
} satisfies Record<Pillar, ReactNode>

/** The pillar's pattern as an SVG paint server: put it in an svg and fill with `url(#id)`. */
export const PillarTile = ({
  pillar,
  id,
  scale = 1,
}: {
  pillar: Pillar
  id: string
  scale?: number
}) => (
  <pattern
    id={id}
    width="24"
    height="24"
    patternUnits="userSpaceOnUse"
    patternTransform={`scale(${scale})`}
  >
    <g fill="none" stroke="currentColor" strokeWidth="1.5">
      {TILES[pillar]}
    </g>
  </pattern>
)

/** Fills its positioned parent with the pillar's pattern, faintly. */
export const PillarPattern = ({ pillar }: { pillar: Pillar }) => {
  const id = useId()
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full opacity-10">
      <PillarTile pillar={pillar} id={id} />
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
