import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import MapPin from 'lucide-react/icons/map-pin'

import type { Station } from '#contract/pathways'
import { backgroundPillar } from '#rules/art/cover'
import { Motif } from '#ui'

import { stationStatus } from './labels.ts'

// Cutouts of a motif show its background.
const LOOKS = {
  completed: {
    ring: 'border-pillar bg-pillar text-on-pillar',
    motif: '[--surface:var(--pillar)]',
    Sign: Check,
  },
  active: {
    ring: 'border-pillar bg-pillar-soft text-pillar',
    motif: '[--surface:var(--pillar-soft)]',
    Sign: undefined,
  },
  open: { ring: 'border-pillar bg-surface text-pillar', motif: '', Sign: undefined },
  locked: { ring: 'border-control border-dashed bg-surface text-muted', motif: '', Sign: Lock },
}

/** A quest as a station: its motif, with progress as fill, ring and icon. The text is next to it. */
export const StationMark = ({ station, className }: { station: Station; className: string }) => {
  const { id, pillars, cover_motif } = station
  const { ring, motif, Sign } = LOOKS[stationStatus(station)]
  return (
    <span
      aria-hidden="true"
      data-pillar={backgroundPillar(id, pillars)}
      className={`relative block shrink-0 ${className}`}
    >
      <span className={`flex size-full items-center justify-center rounded-full border-3 ${ring}`}>
        {cover_motif ? (
          <Motif name={cover_motif} className={`size-3/5 ${motif}`} />
        ) : (
          <MapPin className="size-1/2" />
        )}
      </span>
      {Sign ? (
        <span className="absolute -right-1 -bottom-1 flex size-5 items-center justify-center rounded-full border border-line bg-surface text-ink">
          <Sign size={13} />
        </span>
      ) : null}
    </span>
  )
}
