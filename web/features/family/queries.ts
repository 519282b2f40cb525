import { client } from '#web/api'

export const guardians = client(
  'guardians',
  async () => (await import('#contract/guardians')).guardians,
)

export const milestonesOfChildren = guardians.listMilestones.query()

export const milestone = guardians.showMilestone.query()
