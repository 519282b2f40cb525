import { useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

export const guardians = client('guardians')

export const milestonesOfChildren = guardians.listMilestones.query()

export const milestone = guardians.showMilestone.query()

const parents = client('parents')

/** Refetches the reader's children after one was added: their page shows what the new link opens. */
export const useRefetchChildren = () => {
  const cache = useQueryClient()
  return () => cache.refetchQueries({ queryKey: parents.listChildren.id, type: 'all' })
}
