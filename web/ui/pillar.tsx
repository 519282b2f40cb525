import Globe from 'lucide-react/icons/globe'
import Hammer from 'lucide-react/icons/hammer'
import Palette from 'lucide-react/icons/palette'
import Puzzle from 'lucide-react/icons/puzzle'
import Speech from 'lucide-react/icons/speech'
import { type ReactNode, useId } from 'react'

import { PILLAR_TILES } from '#rules/art/pillar-tiles'
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
  /** Text after the name, such as "75 XP". */
  children?: ReactNode
}

/** A pillar's icon, color and name. */
export const PillarChip = ({ pillar, children }: PillarChipProps) => (
  <span
    data-pillar={pillar}
    className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-pillar-soft px-2.5 py-0.5 text-sm font-medium whitespace-nowrap text-pillar"
  >
    <PillarIcon pillar={pillar} />
    {PILLAR_NAMES[pillar]}
    {children === undefined ? null : <span className="font-semibold tabular-nums">{children}</span>}
  </span>
)

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
    <path d={PILLAR_TILES[pillar]} fill="none" stroke="currentColor" strokeWidth="1.5" />
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
