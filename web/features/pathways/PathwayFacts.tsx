import type { Pathway } from '#contract/pathways'
import { Chip } from '#ui'
import { hours } from '#views/quests'

import { progress } from './labels.ts'

export const PathwayFacts = ({ pathway }: { pathway: Pathway }) => (
  <p className="flex flex-wrap gap-2">
    <Chip tone={pathway.quests_done === pathway.stations.length ? 'gold' : 'brand'}>
      {progress(pathway)}
    </Chip>
    <Chip>{hours(pathway.estimated_hours)} in total</Chip>
    <Chip>
      Ages {pathway.age_min} to {pathway.age_max}
    </Chip>
  </p>
)
