import { client } from '#web/api'

export const consultations = client('consultations')

export const availabilityQuery = consultations.getAvailability.query()
