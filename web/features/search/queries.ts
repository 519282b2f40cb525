import { client } from '#web/api'

// The calls of the pages that list these things: the search finds nothing that a person could not open there.

const quests = client('quests')
const parents = client('parents')
const people = client('people')
const caseload = client('caseload')
export const messages = client('messages')

const SHOWN = 5

export const foundQuests = (search: string) =>
  quests.listQuests.query({ query: { search, limit: SHOWN } })
export const foundMessages = (search: string) =>
  messages.searchMessages.query({ query: { search, limit: SHOWN } })
export const foundAccounts = (search: string) =>
  people.listPeople.query({ query: { search, limit: SHOWN } })
export const foundLearners = (search: string) =>
  caseload.listCaseload.query({ query: { search, limit: SHOWN } })
export const contacts = messages.listContacts.query()
export const children = parents.listChildren.query()
