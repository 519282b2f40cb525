import * as z from 'zod/mini'

import { readYamlFile } from '#platform/content'
import type { Db } from '#platform/database'

import { toDate, type SamplePeople } from './content.ts'

const Who = z.enum(['student', 'parent', 'advisor', 'zahra'])
const SampleConversations = z.array(
  z.strictObject({
    between: z.tuple([Who, Who]),
    /** Members with the last message unread. */
    unread: z.array(Who),
    says: z.array(z.strictObject({ by: Who, at: z.string(), text: z.string().check(z.trim()) })),
  }),
)
type SampleConversation = z.output<typeof SampleConversations>[number]

/** Creates the sample people's conversations. */
export const insertSampleMessages = async (
  db: Db,
  people: SamplePeople,
  now: Date,
): Promise<void> => {
  for (const each of await readYamlFile(SampleConversations, 'sample/messages.yaml')) {
    await insertConversation(db, people, each, now)
  }
}

const insertConversation = async (
  db: Db,
  people: SamplePeople,
  { between, unread, says }: SampleConversation,
  now: Date,
): Promise<void> => {
  const at = (moment: string) => toDate(moment, now).toISOString()
  const [first_id = '', second_id = ''] = between.map((who) => people[who]).toSorted()
  const [first, last] = [says[0]!, says.at(-1)!]
  const { id: conversation_id } = await db
    .insertInto('conversations')
    .values({
      kind: 'pair',
      first_id,
      second_id,
      created_by: people[first.by],
      created_at: at(first.at),
      last_number: says.length,
      last_message_at: at(last.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('conversation_members')
    .values(
      between.map((who) => ({
        conversation_id,
        user_id: people[who],
        first_number: 1,
        read_number: unread.includes(who) ? says.length - 1 : says.length,
      })),
    )
    .execute()
  await db
    .insertInto('messages')
    .values(
      says.map(({ by, at: moment, text }, index) => ({
        conversation_id,
        number: index + 1,
        author_id: people[by],
        text,
        files: 0,
        created_at: at(moment),
      })),
    )
    .execute()
}
