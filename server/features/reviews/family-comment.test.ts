import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { notifications } from '#contract/notifications'
import { reviews } from '#contract/reviews'
import { assignLearner } from '#features/advising'
import { linkGuardian } from '#features/family'
import { eraseAccount } from '#features/privacy'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let samuel: Person
beforeAll(async () => {
  app = await startApp()
  samuel = await app.person({ role: 'advisor', firstName: 'Samuel' })
})
afterAll(() => app.stop())

const adult = () => app.person({ role: 'parent', firstName: 'Ingrid', dateOfBirth: '1985-04-02' })

/** Creates a child of Samuel's with a guardian and one piece of work. */
const family = async () => {
  const noah = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(10) })
  const ingrid = await adult()
  await recordConsent(app, noah, ingrid)
  await assignLearner(app.db, { advisorId: samuel.id, learnerId: noah.id, since: new Date() })
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(noah).start(quest.id)
  const { attempt } = await asLearner(noah).submit(quest.tasks[0]!)
  return { noah, ingrid, quest, attemptId: attempt.id }
}

const say = (person: Person, id: string, words = 'Well done!') =>
  person.call(reviews).commentAsFamily({ params: { id }, body: { words } })
const own = async (person: Person, learner: Person) =>
  (await person.call(reviews).listFamilyComments({ params: { id: learner.id } })).items
const titlesFor = async (person: Person) =>
  (await person.call(notifications).listNotifications({})).items.map(({ title }) => title)

describe('a guardian’s words on a piece that was handed in', () => {
  test('reach the child and the advisor, and ask nothing of either', async () => {
    const { noah, ingrid, quest, attemptId } = await family()
    await say(ingrid, attemptId)
    const said = { kind: 'message', by: 'guardian', name: 'Ingrid Lovelace', words: 'Well done!' }
    const { items } = await noah.call(reviews).getFeedback({ params: { id: quest.id } })
    expect(items).toMatchObject([{ attempt_id: attemptId, events: [said], turn: 'advisor' }])
    const review = await samuel.call(reviews).getReview({ params: { id: attemptId }, query: {} })
    expect(review.conversations).toMatchObject([{ events: [said], turn: 'advisor' }])
    expect(await titlesFor(noah)).toContain('Ingrid wrote about “Task 1”')
    expect(await titlesFor(samuel)).toContain('Noah’s family wrote about “Task 1”')
    const [waiting] = (await samuel.call(reviews).listReviews({ query: { learner: noah.id } }))
      .items
    expect(waiting).toMatchObject({ id: attemptId, turn: 'advisor' })
  })

  test('leave no notification with the guardian’s name when their account is erased', async () => {
    const { noah, ingrid, attemptId } = await family()
    await say(ingrid, attemptId)
    await eraseAccount(app.db, ingrid.id)
    expect((await titlesFor(noah)).join()).not.toContain('Ingrid')
  })

  test('can still be said when the work is accepted, and are read again by who said them alone', async () => {
    const { noah, ingrid, attemptId } = await family()
    const body = { decision: 'accepted' } as const
    await samuel.call(reviews).decide({ params: { id: attemptId }, body })
    await say(ingrid, attemptId, 'How did you think of the second tube?')
    expect(await own(ingrid, noah)).toMatchObject([
      { attempt_id: attemptId, words: 'How did you think of the second tube?' },
    ])
    const father = await adult()
    await recordConsent(app, noah, father)
    expect(await own(father, noah)).toEqual([])
  })

  test('are for guardians who may see the work', async () => {
    const { noah, attemptId } = await family()
    const aunt = await adult()
    await linkGuardian(app.db, {
      learnerId: noah.id,
      email: aunt.email,
      name: 'X',
      origin: 'invitation',
      scopes: ['consent'],
      now: app.parts.clock(),
    })
    for (const person of [aunt, await adult(), samuel, noah])
      await expect(say(person, attemptId)).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status === 403 || status === 404),
      })
  })

  test('are impossible on work that is withheld, as if there were none', async () => {
    const { noah, ingrid, attemptId } = await family()
    await say(ingrid, attemptId)
    await app.db
      .updateTable('attempts')
      .set({ held_back: true })
      .where('id', '=', attemptId)
      .execute()
    await expect(say(ingrid, attemptId)).rejects.toMatchObject({ status: 404 })
    expect(await own(ingrid, noah)).toEqual([])
  })

  test('are screened like messages: what no adult may ask of a child is not delivered, and is reported', async () => {
    const { noah, ingrid, quest, attemptId } = await family()
    await expect(
      say(
        ingrid,
        attemptId,
        'You are so mature for your age. Send me a picture of you, and keep it secret from your parents.',
      ),
    ).rejects.toMatchObject({
      status: 422,
      code: 'not_sent',
    })
    const { items } = await noah.call(reviews).getFeedback({ params: { id: quest.id } })
    expect(items).toMatchObject([{ events: [] }])
    const reports = await app.db
      .selectFrom('safety_reports')
      .select('category')
      .where('learner_id', '=', noah.id)
      .execute()
    expect(reports.length).toBeGreaterThan(0)
  })
})
