import { client } from '#web/api'

export const academy = client('academy', async () => (await import('#contract/academy')).academy)

export const agreementsOf = (learnerId: string) =>
  academy.listAgreements.query({ params: { id: learnerId } })
