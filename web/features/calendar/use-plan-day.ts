import { useMutation, useQueryClient } from '@tanstack/react-query'

import { plan } from '#views/plan'
import { useApiMutation } from '#web/api'

/** Sets or clears the planned day of a quest, leaving the rest of the current plan unchanged. */
export const usePlanDay = (learnerId: string) => {
  const cache = useQueryClient()
  const params = { id: learnerId }
  const query = plan.getPlan.query({ params })
  const change = useApiMutation(plan.changePlan, { replaces: () => query.queryKey })
  return useMutation({
    mutationFn: async ({ questId, day }: { questId: string; day: string | null }) => {
      const { version, entries } = await cache.fetchQuery(query)
      const moved = entries.map(({ quest_id, target_date, note }) => ({
        quest_id,
        target_date: quest_id === questId ? day : target_date,
        note,
      }))
      return change.mutateAsync({ params, body: { version, entries: moved } })
    },
  })
}
