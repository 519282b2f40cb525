import { client } from '#web/api'

export const safety = client('safety')

export const safeguards = safety.listSafeguards.query()

export const safetyCases = safety.listSafetyCases.pages()

export const safetyCount = safety.countSafetyReports.query()
