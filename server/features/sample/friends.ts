import { paths } from '#contract/paths'
import { connect, createGroup, storeRequest } from '#features/connections'
import { notifyPerson } from '#features/notifications'
import { storeSharing } from '#features/people'
import { idFromName } from '#platform/content'
import type { Db } from '#platform/database'
import type { ShownToFriends } from '#rules/connections'

import { addressOf, toDate, type SamplePeople } from './content.ts'

type Key = keyof SamplePeople

const FRIENDS: readonly [one: Key, other: Key, since: string][] = [
  ['student', 'child', '96 18:00'],
  ['student', 'zahra', '70 16:10'],
  ['student', 'ravi', '51 17:30'],
  ['student', 'hana', '33 15:20'],
  ['child', 'emil', '40 16:45'],
  ['hana', 'leilani', '30 18:05'],
]

/** Pending requests; the child's was accepted and waits for the mother. */
const REQUESTS: readonly [sender: Key, recipient: Key, at: string][] = [
  ['aiko', 'student', '1 15:40'],
  ['student', 'kwame', '4 17:00'],
  ['tomas', 'child', '2 16:30'],
]

const SHOWN: readonly [Key, ShownToFriends[]][] = [
  ['student', ['quests_finished', 'badges']],
  ['zahra', ['level', 'quests_begun', 'quests_finished', 'badges']],
  ['ravi', ['level', 'quests_begun']],
  ['emil', ['quests_begun', 'quests_finished']],
]

/** Older notifications are read. */
const UNREAD_SINCE = '3 00:00'

/** Creates connections, requests and their notifications. `db` is a transaction. */
export const createSampleFriends = async (
  db: Db,
  people: SamplePeople,
  now: Date,
): Promise<void> => {
  for (const [one, other, since] of FRIENDS) {
    await connect(db, people[one], people[other], toDate(since, now))
  }
  for (const [sender, recipient, at] of REQUESTS) {
    await storeRequest(db, people[sender], addressOf(recipient), toDate(at, now))
  }
  await db
    .updateTable('connection_requests')
    .set({ accepted_at: toDate('1 17:10', now).toISOString(), told: 'recipient_guardian' })
    .where('email', '=', addressOf('child'))
    .execute()
  for (const [key, shown_to_friends] of SHOWN) {
    await storeSharing(db, people[key], shown_to_friends)
  }
  await createGroup(
    db,
    {
      personId: people.ravi,
      questId: idFromName('secrets-in-plain-sight'),
      name: 'Code breakers',
      friendIds: [people.student],
    },
    toDate('1 14:30', now),
  )
  await notifyPerson(
    db,
    {
      personId: people.student,
      category: 'connections',
      title: 'Aiko T. would like to connect with you',
      path: paths.friendRequests,
      aboutId: people.aiko,
    },
    toDate('1 15:40', now),
  )
  await notifyPerson(
    db,
    {
      personId: people.parent,
      category: 'connections',
      title: 'Noah would like to connect with someone, and needs your permission',
      path: `${paths.child(people.child)}#connections`,
      aboutId: people.child,
      hasLetter: true,
    },
    toDate('1 17:10', now),
  )
  await db
    .updateTable('notifications')
    .set(({ ref }) => ({ read_at: ref('created_at') }))
    .where('created_at', '<', toDate(UNREAD_SINCE, now).toISOString())
    .execute()
}
