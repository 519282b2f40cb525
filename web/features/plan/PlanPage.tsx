import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, Page, PageHeading, Skeleton } from '#ui'
import { useAuth } from '#views/auth'
import { localDay } from '#web/format'

import { PlanView } from './PlanView.tsx'
import { getPlan } from './queries.ts'

/** A learner's plan: the user's own, or that of a learner in their care. */
const PlanPage = () => {
  const { user } = useAuth()
  const [address] = useSearchParams()
  const [today] = useState(localDay)
  const learner = address.get('learner') ?? undefined
  const id = learner ?? user?.id
  const isOwn = id === user?.id
  const { data } = useQuery({ ...getPlan(id ?? ''), enabled: id !== undefined && !isOwn })
  return (
    <Page>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <PageHeading>
            {isOwn ? 'Your plan' : data ? `${data.first_name}’s plan` : 'Plan'}
          </PageHeading>
          <p className="mt-2 max-w-text text-lg text-muted">
            What comes next, at {isOwn ? 'your' : 'their'} own pace. A day in the plan is a wish,
            not a deadline.
          </p>
        </div>
        <ButtonLink
          variant="secondary"
          to={paths.planPrint(today.slice(0, 7), learner)}
          icon={<Printer aria-hidden size={18} />}
        >
          Print a month
        </ButtonLink>
      </div>
      {id ? <PlanView learnerId={id} isOwn={isOwn} /> : <Skeleton className="h-96" />}
    </Page>
  )
}

export default PlanPage
