import { client } from '#web/api'

export const groups = client('groups')

// Never cached: admins and rosters change an advisor's care.
export const groupsQuery = { ...groups.listLearnerGroups.query(), staleTime: 0 }

export const namesQuery = { ...groups.listCaseloadNames.query(), staleTime: 0 }

export const groupQuery = (id: string) => ({
  ...groups.getLearnerGroup.query({ params: { id } }),
  staleTime: 0,
})
