import { useQuery } from '@tanstack/react-query'

import type { Plan } from '#contract/plan'
import { lazyPart, QueryView } from '#ui'

import { PlannedList } from './PlannedList.tsx'
import { Proposals } from './Proposals.tsx'
import { getPlan } from './queries.ts'

// Readers need no forms.
const PlanEditor = lazyPart(() => import('./PlanEditor.tsx'), 'PlanEditor', 'h-96')
const Propose = lazyPart(() => import('./Propose.tsx'), 'Propose', 'h-11 w-40')

const PersonalQuests = lazyPart(() => import('#views/authoring'), 'PersonalQuests', 'h-24')

const NONE: ReadonlySet<string> = new Set()

type PlanViewProps = {
  learnerId: string
  /** The plan is the reader's own. */
  isOwn: boolean
}

/** A learner's plan, for editing or for proposals. */
export const PlanView = ({ learnerId, isOwn }: PlanViewProps) => {
  const query = useQuery(getPlan(learnerId))
  return (
    <QueryView query={query} what="the plan" skeleton="h-80">
      {(data) =>
        data.may_edit ? (
          <PlanEditor learnerId={learnerId} plan={data} isOwn={isOwn} />
        ) : (
          <Reading learnerId={learnerId} plan={data} isOwn={isOwn} />
        )
      }
    </QueryView>
  )
}

const Reading = ({ learnerId, plan, isOwn }: PlanViewProps & { plan: Plan }) => (
  <div className="space-y-8">
    <PlannedList learnerId={learnerId} plan={plan} isOwn={isOwn} />
    <section aria-labelledby="proposals" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="proposals" className="text-xl">
          Proposals
        </h2>
        <Propose learnerId={learnerId} plan={plan} />
      </div>
      <Proposals learnerId={learnerId} plan={plan} />
    </section>
    <PersonalQuests
      learnerId={learnerId}
      firstName={plan.first_name}
      isOwn={isOwn}
      mayEdit={false}
      taken={NONE}
    />
  </div>
)
