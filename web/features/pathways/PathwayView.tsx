import List from 'lucide-react/icons/list'
import MapIcon from 'lucide-react/icons/map'
import { useState } from 'react'

import type { Pathway } from '#contract/pathways'
import { Button } from '#ui'

import { PathwayMap } from './PathwayMap.tsx'
import { StationList } from './StationList.tsx'

/** A pathway's quests as a list, or on demand as a map. */
export const PathwayView = ({ pathway }: { pathway: Pathway }) => {
  const [isMap, setMap] = useState(false)
  const Icon = isMap ? List : MapIcon
  return (
    <div className="space-y-4">
      <Button
        variant="secondary"
        size="small"
        icon={<Icon aria-hidden size={16} />}
        onClick={() => setMap(!isMap)}
        className="no-print"
      >
        {isMap ? 'Show as a list' : 'Show as a map'}
      </Button>
      {isMap ? <PathwayMap pathway={pathway} /> : <StationList pathway={pathway} />}
    </div>
  )
}
