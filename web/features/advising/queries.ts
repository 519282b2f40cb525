import { client } from '#web/api'

export const advising = client('advising')

export const caseload = client('caseload')

export const advisedLearner = (id: string) => advising.getLearner.query({ params: { id } })
