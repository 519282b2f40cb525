import { client } from '#web/api'

export const consent = client('consent')

export const showConsents = (id: string) => consent.showConsents.query({ params: { id } })

export const waitingForms = consent.listConsentForms.pages({ query: { limit: 20 } })
