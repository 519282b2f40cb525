import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Plan, PlanBreak, PlanEntry } from '#contract/plan'
import { useApiMutation } from '#web/api'
import { useSyncedDraft } from '#web/drafts'

import { getPlan, plan as api } from './queries.ts'

type Draft = { entries: PlanEntry[]; breaks: PlanBreak[] }

const versioned = ({ version, entries, breaks }: Plan) => ({ value: { entries, breaks }, version })

/** Part of a plan that is saved. */
const contentOf = ({ entries, breaks }: Draft) => ({
  entries: entries.map(({ quest_id, target_date, note }) => ({ quest_id, target_date, note })),
  breaks,
})

/** Adds quests that are new in the latest plan, such as accepted proposals, to the unsaved plan. */
const withAdded = (newest: Draft, own: Draft, before: Draft): Draft => {
  const known = new Set([...before.entries, ...own.entries].map(({ quest_id }) => quest_id))
  const added = newest.entries.filter(({ quest_id }) => !known.has(quest_id))
  return { ...own, entries: [...own.entries, ...added] }
}

/** Draft of a plan, saved as a whole on request. */
export const usePlanDraft = (learnerId: string, plan: Plan) => {
  const cache = useQueryClient()
  const query = getPlan(learnerId)
  const { mutateAsync } = useApiMutation(api.changePlan, { replaces: () => query.queryKey })
  const { value, change, follow, ...draft } = useSyncedDraft(`plan ${learnerId}`, {
    remote: versioned(plan),
    content: contentOf,
    isManual: true,
    read: async () => versioned(await cache.fetchQuery({ ...query, staleTime: 0 })),
    save: async ({ value, version }) => {
      const body = { version, ...contentOf(value) }
      return versioned(await mutateAsync({ params: { id: learnerId }, body }))
    },
  })
  useEffect(() => follow(versioned(plan)), [follow, plan])
  return {
    ...draft,
    ...value,
    edit: (part: Partial<Draft>) => change((before) => ({ ...before, ...part })),
    join: (newest: Plan) => follow(versioned(newest), withAdded),
  }
}
