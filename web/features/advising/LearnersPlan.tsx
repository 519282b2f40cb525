import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { paths } from '#contract/paths'
import { ButtonLink } from '#ui'
import { PlanView } from '#views/plan'
import { localDay } from '#web/format'

export const LearnersPlan = ({ learner }: { learner: AdvisedLearner }) => {
  const [today] = useState(localDay)
  return (
    <div className="space-y-4">
      <div className="flex justify-end">
        <ButtonLink
          variant="quiet"
          to={paths.planPrint(today.slice(0, 7), learner.id)}
          icon={<Printer aria-hidden size={18} />}
        >
          Print a month
        </ButtonLink>
      </div>
      <PlanView learnerId={learner.id} isOwn={false} />
    </div>
  )
}
