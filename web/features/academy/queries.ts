import { client } from '#web/api'

export const academy = client('academy')

export const agreementsOf = (learnerId: string) =>
  academy.listAgreements.query({ params: { id: learnerId } })

export const agreementText = (learnerId: string, id: string) =>
  academy.getAgreementText.query({ params: { id: learnerId, agreement_id: id } })
