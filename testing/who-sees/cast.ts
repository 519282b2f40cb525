import { assignLearner } from '#features/advising'
import { signAccessToken } from '#features/auth'
import { linkGuardian } from '#features/family'
import { GUARDIAN_SCOPES, type GuardianScope } from '#rules/access'
import { recordConsent } from '#testing/family-builder'
import { befriend } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import type { Person, TestApp } from '#testing/start-app'

/** Noah is ten, the others are fifteen. Maya and Ben, and Noah and Ben, are friends; Cleo is a classmate. */
export const LEARNERS = ['noah', 'maya', 'ben', 'cleo'] as const
export type LearnerName = (typeof LEARNERS)[number]

/** Of Noah and Maya, whose parents live apart. The aunt, a guardian of Noah alone, teaches here. */
export const RELATIVES = ['mother', 'father', 'stepfather', 'aunt'] as const
export type Relative = (typeof RELATIVES)[number]

export const NAMES = [
  ...LEARNERS,
  ...RELATIVES,
  'bensMother',
  'advisor',
  'former',
  'lead',
  'admin',
  'otherChild',
  'otherFather',
  'stranger',
] as const
export type Name = (typeof NAMES)[number]

/** Works here. */
export const STAFF: readonly Name[] = ['aunt', 'advisor', 'former', 'lead', 'admin']

/** Relations between people, as the story goes: changed by its acts and read by the oracle, never asked of the product. */
export type Ties = {
  age: Record<LearnerName, number>
  /** Suspended, or waiting for consent. */
  stopped: Set<Name>
  advisor: Record<LearnerName, Name | null>
  /** Scopes by `keyOf(learner, guardian)`. */
  links: Map<string, ReadonlySet<GuardianScope>>
  /** Pairs by `keyOf`, in alphabetical order. */
  friends: Set<string>
}

export const keyOf = (one: string, other: string): string => `${one} ${other}`
export const pairOf = (...pair: [string, string]): string => pair.toSorted().join(' ')

export type Cast = {
  app: TestApp
  person: Record<Name, Person>
  ties: Ties
  /** Of all learners, with more tasks than a story needs. */
  quest: { id: string; tasks: string[] }
  /** Quests that can be planned. */
  wishes: string[]
}

const CONSENTS = ['use', 'publishing', 'connections_and_messages', 'tutor']
const NO_ID = '7b0e4f0e-0000-4000-8000-000000000000'

/** A new cast on the same site: its members do not meet those of another. */
export const startCast = async (app: TestApp): Promise<Cast> => {
  const cast: Cast = {
    app,
    person: await createPeople(app),
    ties: {
      age: { noah: 10, maya: 15, ben: 15, cleo: 15 },
      stopped: new Set(),
      advisor: { noah: 'advisor', maya: 'advisor', ben: 'advisor', cleo: null },
      links: new Map(),
      friends: new Set(),
    },
    ...(await createQuests(app)),
  }
  for (const learner of LEARNERS) await asLearner(cast.person[learner]).start(cast.quest.id)
  await linkFamilies(cast)
  await assignAdvisors(cast)
  for (const friend of ['maya', 'noah'] as const) await createFriendship(cast, friend, 'ben')
  return cast
}

const createPeople = async (app: TestApp): Promise<Cast['person']> => {
  const adult = { dateOfBirth: '1985-04-02' }
  const aged = (age: number) => ({ dateOfBirth: app.birthdayAt(age) })
  const given = {
    noah: ['Noah', 'Whitlock', aged(10)],
    maya: ['Maya', 'Whitlock', aged(15)],
    ben: ['Ben', 'Hughes', aged(15)],
    cleo: ['Cleo', 'Vance', aged(15)],
    mother: ['Karen', 'Whitlock', { ...adult, role: 'parent' }],
    father: ['Douglas', 'Lindqvist', { ...adult, role: 'parent' }],
    stepfather: ['Marcus', 'Osei', { ...adult, role: 'parent' }],
    aunt: ['Margaret', 'Whitlock', { ...adult, role: 'advisor' }],
    bensMother: ['Yvonne', 'Hughes', { ...adult, role: 'parent' }],
    advisor: ['Samuel', 'Adeyemi', { ...adult, role: 'advisor' }],
    former: ['Wendell', 'Castellano', { ...adult, role: 'advisor' }],
    lead: ['Rosalind', 'Novak', { ...adult, role: 'educator' }],
    admin: ['Ingeborg', 'Petrov', { ...adult, role: 'admin' }],
    otherChild: ['Fleur', 'Duval', aged(11)],
    otherFather: ['Gilbert', 'Duval', { ...adult, role: 'parent' }],
  } as const
  const stranger: Person = { ...app.anyone, id: NO_ID, email: '' }
  const people: Partial<Cast['person']> = { stranger }
  for (const [name, [firstName, lastName, more]] of Object.entries(given)) {
    people[name as Name] = await app.person({ firstName, lastName, ...more })
  }
  return people as Cast['person']
}

const createQuests = async (app: TestApp): Promise<Pick<Cast, 'quest' | 'wishes'>> => {
  const task = { pillar: 'creativity', xp: 60 } as const
  const quest = await createQuest(
    app.db,
    Array.from({ length: 30 }, () => task),
  )
  const wishes = []
  for (let i = 0; i < 3; i += 1) wishes.push((await createQuest(app.db, [task])).id)
  return { quest, wishes }
}

const linkFamilies = async (cast: Cast): Promise<void> => {
  const { app, person, ties } = cast
  for (const learner of ['noah', 'maya'] as const) {
    for (const parent of ['mother', 'father'] as const) {
      await recordConsent(app, person[learner], person[parent], CONSENTS)
      ties.links.set(keyOf(learner, parent), new Set(GUARDIAN_SCOPES))
    }
    await link(cast, learner, 'stepfather', ['view', 'messages'])
  }
  await link(cast, 'noah', 'aunt', ['view', 'upload', 'tutor'])
  await recordConsent(app, person.ben, person.bensMother, CONSENTS)
  ties.links.set(keyOf('ben', 'bensMother'), new Set(GUARDIAN_SCOPES))
  await recordConsent(app, person.otherChild, person.otherFather, CONSENTS)
}

const link = async (
  { app, person, ties }: Cast,
  learner: LearnerName,
  guardian: Relative,
  scopes: GuardianScope[],
): Promise<void> => {
  const { email } = person[guardian]
  const now = app.parts.clock()
  const made = { learnerId: person[learner].id, email, name: guardian, scopes, now }
  await linkGuardian(app.db, { ...made, origin: 'invitation' })
  ties.links.set(keyOf(learner, guardian), new Set(scopes))
}

const assignAdvisors = async ({ app, person }: Cast): Promise<void> => {
  const since = app.parts.clock()
  for (const learner of ['noah', 'maya', 'ben'] as const) {
    for (const advisor of ['former', 'advisor'] as const) {
      const assigned = { advisorId: person[advisor].id, learnerId: person[learner].id, since }
      await assignLearner(app.db, assigned)
    }
  }
  const named = { safeguarding: true }
  await app.db.updateTable('users').set(named).where('id', '=', person.lead.id).execute()
}

/** Access tokens end after a quarter of an hour. */
export const renewTokens = async ({ app, person }: Cast): Promise<void> => {
  const ids = NAMES.map((name) => person[name].id)
  const sessions = await app.db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  for (const { id: sessionId, user_id: userId } of sessions) {
    const { headers } = Object.values(person).find(({ id }) => id === userId)!
    headers.authorization = `Bearer ${signAccessToken(app.parts, { userId, sessionId })}`
  }
}

export const createFriendship = async (
  { app, person, ties }: Cast,
  one: LearnerName,
  other: LearnerName,
): Promise<void> => {
  await befriend(app, person[one], person[other])
  ties.friends.add(pairOf(one, other))
}
