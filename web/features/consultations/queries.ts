import { client } from '#web/api'

export const consultations = client(
  'consultations',
  async () => (await import('#contract/consultations')).consultations,
)

export const availabilityQuery = consultations.getAvailability.query()
