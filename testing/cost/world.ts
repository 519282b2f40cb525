import { authoring } from '#contract/authoring'
import { calendar } from '#contract/calendar'
import type { Endpoint } from '#contract/endpoint'
import { assignLearner } from '#features/advising'
import { recordConsent } from '#testing/family-builder'
import { befriend, startConversation } from '#testing/message-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import type { Person, TestApp } from '#testing/start-app'
import { startTutorConversation } from '#testing/tutor-builder'

/** People, and one of each object that URLs can name. */
export const createWorld = async (app: TestApp) => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(15) })
  const friend = await app.person()
  const other = await app.person()
  const parent = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const advisor = await app.person({ role: 'advisor' })
  const admin = await app.person({ role: 'admin' })
  await recordConsent(app, learner, parent, ['use'])
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since })
  const quest = await createQuest(app.db, [
    { pillar: 'creativity', xp: 60 },
    { pillar: 'communication', xp: 60 },
  ])
  const work = asLearner(learner)
  await work.start(quest.id)
  await work.submit(quest.tasks[1]!)
  const attempt = await app.db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', learner.id)
    .executeTakeFirstOrThrow()
  await befriend(app, learner, friend)
  await befriend(app, friend, other)
  const day = app.parts.clock().toISOString().slice(0, 10)
  const event = await learner.call(calendar).addEvent({
    body: { title: 'Piano', start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z`, time_zone: 'UTC' },
  })
  const draft = await advisor.call(authoring).beginQuest({ body: {} })
  return {
    people: { learner, friend, parent, advisor, admin },
    quest,
    ids: {
      learner: learner.id,
      friend: friend.id,
      quest: quest.id,
      task: quest.tasks[0]!,
      attempt: attempt.id,
      event: event.id,
      draft: draft.id,
      conversation: await startConversation(friend, other),
      talk: await startTutorConversation(learner),
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** A caller who is permitted to make the call. */
export const callerOf = ({ path, access }: Endpoint, { people }: World): Person => {
  if (access === 'admin') return people.admin
  if (access === 'advisor' || access === 'author' || path.startsWith('/api/advisor')) {
    return people.advisor
  }
  if (path.startsWith('/api/conversations')) return people.friend
  if (/^\/api\/(?:parent|tutor\/parent)/.test(path)) return people.parent
  return people.learner
}

const NAMED: [RegExp, keyof World['ids']][] = [
  [/^\/api\/admin\/users/, 'friend'],
  [/^\/api\/(?:learners|advisor\/learners|admin\/learners|parent|tutor\/parent)/, 'learner'],
  [/^\/api\/advisor\/quests/, 'draft'],
  [/^\/api\/quests/, 'quest'],
  [/^\/api\/tasks/, 'task'],
  [/^\/api\/(?:attempts|advisor\/reviews)/, 'attempt'],
  [/^\/api\/conversations/, 'conversation'],
  [/^\/api\/tutor/, 'talk'],
  [/^\/api\/calendar/, 'event'],
  [/^\/api\/community/, 'friend'],
]

/** URL with an existing id for the first `{id}`, and long text for every other parameter. */
export const addressOf = ({ path }: Endpoint, { ids }: World, alphabet: string): string => {
  const [, name = 'quest' as const] = NAMED.find(([start]) => start.test(path)) ?? []
  const longest = encodeURIComponent(alphabet.repeat(500).slice(0, 50).toWellFormed()).slice(0, 480)
  return path
    .replace(/\{(?:id|user_id)\}/, ids[name])
    .replace('/practice/{slug}', '/practice/reading-a-pulse')
    .replaceAll(/\{\w+\}/g, longest.replace(/%[^%]?$/, ''))
}
