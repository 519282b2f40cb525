import { messages } from '#contract/messages'
import type { Person, TestApp } from '#testing/start-app'

export const befriend = async (app: TestApp, one: Person, other: Person): Promise<void> => {
  const [first_id = '', second_id = ''] = [one.id, other.id].toSorted()
  const since = app.parts.clock().toISOString()
  await app.db.insertInto('connections').values({ first_id, second_id, since }).execute()
}

/** @returns the id of a conversation with these people */
export const startConversation = async (person: Person, ...others: Person[]): Promise<string> => {
  const participant_ids = others.map(({ id }) => id)
  const { id } = await person.call(messages).beginConversation({ body: { participant_ids } })
  return id
}

export const write = (
  person: Person,
  conversation: string,
  text: string,
  file_ids: string[] = [],
) => person.call(messages).sendMessage({ params: { id: conversation }, body: { text, file_ids } })

/** Message texts of a conversation as a person sees them, oldest first. */
export const read = async (person: Person, conversation: string): Promise<string[]> => {
  const { items } = await person
    .call(messages)
    .listMessagesOfConversation({ params: { id: conversation }, query: { limit: 100 } })
  return items.map(({ text, deleted }) => (deleted ? '(deleted)' : text)).toReversed()
}
