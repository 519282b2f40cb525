import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'

import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { Skeleton } from '#ui/states'
import { useAuth } from '#views/auth'
import { localDay } from '#web/format'
import { paths } from '#web/paths'

import { PlanView } from './PlanView.tsx'

/** What a learner means to do, and when. */
const PlanPage = () => {
  const { user } = useAuth()
  const [today] = useState(localDay)
  return (
    <Page>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <PageHeading>Your plan</PageHeading>
          <p className="mt-2 max-w-text text-lg text-muted">
            What comes next, at your own pace. A day in the plan is a wish, not a deadline.
          </p>
        </div>
        <ButtonLink
          variant="secondary"
          to={paths.planPrint(today.slice(0, 7))}
          icon={<Printer aria-hidden size={18} />}
        >
          Print a month
        </ButtonLink>
      </div>
      {user ? <PlanView learnerId={user.id} isOwn /> : <Skeleton className="h-96" />}
    </Page>
  )
}

export default PlanPage
