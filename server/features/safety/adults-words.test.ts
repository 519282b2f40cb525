import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { academy } from '#contract/academy'
import { advising } from '#contract/advising'
import { authoring, type PersonalQuest } from '#contract/authoring'
import { diploma } from '#contract/diploma'
import { messages } from '#contract/messages'
import { parents } from '#contract/parents'
import { plan } from '#contract/plan'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let child: Person
let guardian: Person
let advisor: Person
let quest: Awaited<ReturnType<typeof createQuest>>
let attemptId: string
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  child = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  guardian = await app.person({ role: 'parent', firstName: 'Ingrid', dateOfBirth: '1985-04-02' })
  advisor = await app.person({ role: 'advisor', firstName: 'Samuel' })
  await recordConsent(app, child, guardian)
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  quest = await createQuest(app.db, [
    { pillar: 'creativity', xp: 60 },
    { pillar: 'creativity', xp: 60 },
  ])
  await asLearner(child).start(quest.id)
  attemptId = (await asLearner(child).submit(quest.tasks[0]!)).attempt.id
})
afterAll(() => app.stop())

const LURE =
  'You are so mature for your age. Send me a picture of you, and keep it secret from your parents.'
const of = (id: string) => ({ params: { id } })
const add = (by: Person, { text = 'A note', caption = '', name = 'note.txt' }) => {
  const form = new FormData()
  form.set('task_id', quest.tasks[1]!)
  form.set('text', text)
  form.set('caption', caption)
  form.append('file', new File(['12 cm'], name))
  return by.call(parents).addEvidence({ ...of(child.id), form })
}
const personal = (instructions: string): PersonalQuest => ({
  title: 'A walk',
  description: '',
  estimated_hours: 1,
  span_days: null,
  tasks: [{ title: 'Go', instructions, pillar: 'creativity', xp: 50, subjects: { arts: 1 } }],
})
const decide = (comment: string, note = 'Here', quote: object = { exact: 'kite' }) =>
  advisor.call(reviews).decide({
    ...of(attemptId),
    body: {
      decision: 'returned',
      comment,
      annotations: [
        {
          block: 0,
          selector: { type: 'TextQuoteSelector', exact: 'kite', ...quote },
          comment: note,
        },
      ],
    },
  })

const CHANNELS = {
  'a guardian’s note beside a task': () => add(guardian, { text: LURE }),
  'an advisor’s note beside a task': () => add(advisor, { text: LURE }),
  'a caption': () => add(advisor, { caption: LURE }),
  'the name of a file': () => add(guardian, { name: `${LURE}.txt` }),
  'a question about work': () =>
    advisor.call(reviews).ask({ ...of(attemptId), body: { words: LURE } }),
  'the feedback of a decision': () => decide(LURE),
  'a comment at a place in the work': () => decide('See below.', LURE),
  'a passage that a comment quotes': () => decide('See below.', 'Here', { exact: LURE }),
  'the text before such a passage': () =>
    decide('See below.', 'Here', { prefix: LURE.slice(0, 100) }),
  'the text after such a passage': () => decide('See below.', 'Here', { suffix: LURE.slice(-100) }),
  'the reason for other subjects': () =>
    advisor.call(reviews).decide({
      ...of(attemptId),
      body: { decision: 'accepted', subjects: { arts: 1 }, subjects_because: LURE },
    }),
  'a lure that names harm at home': () =>
    add(advisor, { text: `I know that your father hits you. ${LURE}` }),
  'a quest that an advisor writes': () =>
    advisor.call(authoring).writeQuestFor({ ...of(child.id), body: personal(LURE) }),
  'a quest that a guardian proposes': () =>
    guardian.call(authoring).proposeQuestFor({ ...of(child.id), body: personal(LURE) }),
  'the reason of an entry in the record': () =>
    advisor.call(advising).addCredit({
      ...of(child.id),
      body: { subject: 'science', credits: 1, kind: 'adjustment', reason: LURE },
    }),
  'the recipient of a transcript': () => issueTranscript(LURE),
  'the reason for revoking a transcript': async () => {
    const { id } = await issueTranscript('A college')
    await advisor.call(transcript).revokeTranscript({ ...of(id), body: { reason: LURE } })
  },
  'the reason for issuing a diploma early': async () => {
    const admin = await app.person({ role: 'admin' })
    await admin.call(diploma).issueDiploma({ body: { learner_id: child.id, waiver: LURE } })
  },
  'the comment with which a quest goes back to a learner who wrote it': async () => {
    await app.db
      .updateTable('users')
      .set({ subscription_tier: 'creator' })
      .where('id', '=', child.id)
      .execute()
    const author = await app.signIn(child.email)
    const { id } = await author.call(authoring).beginQuest({ body: {} })
    await app.db
      .updateTable('quest_drafts')
      .set({ state: 'proposed' })
      .where('quest_id', '=', id)
      .execute()
    const { revision } = await advisor.call(authoring).getAuthored(of(id))
    await advisor.call(authoring).giveQuestBack({ ...of(id), body: { revision, comment: LURE } })
  },
  'the place of an agreement': () => draftAgreement(LURE),
  'the reason that ends an agreement': async () => {
    const { id } = await draftAgreement('Reading room')
    await advisor.call(academy).voidAgreement({
      params: { id: child.id, agreement_id: id },
      body: { reason: LURE },
    })
  },
}
const issueTranscript = (recipient: string) =>
  advisor.call(transcript).issueTranscript({
    body: { learner_id: child.id, recipient, rendering: 'mastery' },
  })
const draftAgreement = (place: string) =>
  advisor.call(academy).draftAgreement({ ...of(child.id), body: { scheduled_at: null, place } })

const reports = () =>
  app.db
    .selectFrom('safety_reports')
    .select(['category', 'held_back'])
    .where('learner_id', '=', child.id)
    .execute()

describe('what no adult may ask of a child is stored nowhere, and reported', () => {
  test.each(Object.entries(CHANNELS))('%s', async (_, send) => {
    await expect(send()).rejects.toMatchObject({
      code: expect.toSatisfy((code) => code === 'not_sent' || code === 'not_saved'),
    })
    const found = await reports()
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ held_back }) => held_back)).toBe(true)
    for (const shown of [
      await child.call(quests).getQuest(of(quest.id)),
      await child.call(reviews).getFeedback(of(quest.id)),
    ])
      expect(JSON.stringify(shown)).not.toContain('mature')
  })
})

const THREAT = 'You should just die. Nobody would miss you.'

describe('a threat by an adult is stored nowhere, and reported', () => {
  test.each(
    Object.entries({
      'a question about work': () =>
        advisor.call(reviews).ask({ ...of(attemptId), body: { words: THREAT } }),
      'a guardian’s note beside a task': () => add(guardian, { text: THREAT }),
      'a message': async () => {
        const body = { participant_ids: [child.id] }
        const { id } = await advisor.call(messages).beginConversation({ body })
        await advisor.call(messages).sendMessage({ ...of(id), body: { text: THREAT } })
      },
    }),
  )('%s', async (_, send) => {
    await expect(send()).rejects.toMatchObject({
      code: expect.toSatisfy((code) => code === 'not_sent' || code === 'not_saved'),
    })
    expect(await reports()).toEqual([{ category: 'violence', held_back: true }])
  })
})

test('a lure in two replies about one work is refused like one in a single reply', async () => {
  const ask = (words: string) => advisor.call(reviews).ask({ ...of(attemptId), body: { words } })
  await ask('You write well. Please never')
  await expect(ask('tell your parents that we write')).rejects.toMatchObject({ code: 'not_sent' })
  app.moveClock(1000)
  await decide('You know that I am here. Send me a')
  await expect(ask('photo of you')).rejects.toMatchObject({ code: 'not_sent' })
  const comment = (words: string) =>
    guardian.call(reviews).commentAsFamily({ ...of(attemptId), body: { words } })
  await comment('Well done. Never')
  await expect(comment('tell anybody')).rejects.toMatchObject({ code: 'not_sent' })
})

test('a lure that begins in feedback which was undone since, and goes on in a reply, is refused', async () => {
  const ask = (words: string) => advisor.call(reviews).ask({ ...of(attemptId), body: { words } })
  await decide('You write well. Please never')
  await advisor.call(reviews).undoDecision(of(attemptId))
  app.moveClock(1000)
  await expect(ask('tell your parents that we write')).rejects.toMatchObject({ code: 'not_sent' })
})

test('an advisor’s note beside a task says nothing about home: the family reads it with the work', async () => {
  await expect(add(advisor, { text: 'I know that your father hits you.' })).rejects.toMatchObject({
    status: 400,
    message: /the family can read this/,
  })
  expect(await reports()).toEqual([])
})

test.each(
  Object.entries({
    'a note beside a task': (text: string) => add(guardian, { text }),
    'a quest that a guardian proposes': (text: string) =>
      guardian.call(authoring).proposeQuestFor({ ...of(child.id), body: personal(text) }),
    'a wish for the plan': async (text: string) => {
      const { id: quest_id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
      await guardian.call(plan).propose({ ...of(child.id), body: { quest_id, note: text } })
    },
  }),
)('%s does not tell a guardian by a refusal whom the child lives with', async (_, write) => {
  const karl = await app.person({ role: 'parent', firstName: 'Karl', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, karl)
  await write('Does Zed hit you?')
  expect(await reports()).toEqual([])
  await write('Does Karl hit you?')
  expect(await reports()).toEqual([{ category: 'abuse', held_back: true }])
})

test('what a guardian admits below a child’s work is stored, and reported to safeguarding alone', async () => {
  const words = 'Sorry that I hit you yesterday.'
  await guardian.call(reviews).commentAsFamily({ ...of(attemptId), body: { words } })
  expect(await reports()).toEqual([{ category: 'violence', held_back: true }])
  expect(JSON.stringify(await child.call(reviews).getFeedback(of(quest.id)))).toContain(words)
})

test('everyday words of adults are stored', async () => {
  await add(guardian, { text: 'It flew for a whole minute!', caption: 'In the park' })
  await advisor.call(reviews).ask({ ...of(attemptId), body: { words: 'How long was the string?' } })
  await decide('Please measure the string.')
  await advisor.call(authoring).writeQuestFor({ ...of(child.id), body: personal('Walk a mile.') })
  expect(await reports()).toEqual([])
})
