import { client } from '#web/api'

// The calls of the pages that list these things: the search finds nothing that a person could not open there.

const quests = client('quests', async () => (await import('#contract/quests')).quests)
const parents = client('parents', async () => (await import('#contract/parents')).parents)
const people = client('people', async () => (await import('#contract/people')).people)
const caseload = client('caseload', async () => (await import('#contract/caseload')).caseload)
export const messages = client(
  'messages',
  async () => (await import('#contract/messages')).messages,
)

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
