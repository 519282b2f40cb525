import MapIcon from 'lucide-react/icons/map'
import { useId, useState } from 'react'

import type { Pathway } from '#contract/pathways'
import { Button } from '#ui'

import { PathwayMap } from './PathwayMap.tsx'
import { StationList } from './StationList.tsx'

/** List and map side by side; without enough room, the map is shown on demand. */
export const PathwayView = ({ pathway }: { pathway: Pathway }) => {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid gap-6 lg:grid-cols-[20rem_1fr]">
      <StationList pathway={pathway} />
      <div className="min-w-0">
        <Button
          variant="secondary"
          size="small"
          icon={<MapIcon aria-hidden size={16} />}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="no-print lg:hidden"
        >
          {isShown ? 'Hide the map' : 'Show as a map'}
        </Button>
        <div id={id} className={isShown ? 'max-lg:mt-4' : 'max-lg:hidden'}>
          <PathwayMap pathway={pathway} />
        </div>
      </div>
    </div>
  )
}
