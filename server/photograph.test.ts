import { afterAll, beforeAll, expect, test } from 'vitest'

import { badges } from '#contract/badges'
import { credentials } from '#contract/credentials'
import { credits } from '#contract/credits'
import { files } from '#contract/files'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { countStatements, type Trace } from '#platform/trace'
import { createBadge } from '#testing/badge-builder'
import { eventually } from '#testing/eventually'
import { asLearner, createQuest } from '#testing/quest-builder'
import { decideFinally } from '#testing/review-builder'
import { fileForm, photoFromBerlin } from '#testing/sample-files'
import { startApp, type TestApp } from '#testing/start-app'

// Each statement of a call is a round trip to the database and, in a transaction, extends the lock on a learner's rows.
const MAX_STATEMENTS = 81

let app: TestApp
let trace: Trace | undefined
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 4, env: { UNDO_SECONDS: '0' } })
  app.http.addHook('onResponse', async (request) => {
    trace = request.trace
  })
})
afterAll(() => app.stop())

const allSigned = (learnerId: string, count: number) =>
  eventually(async () => {
    const rows = await app.db
      .selectFrom('credentials')
      .select('document')
      .where('learner_id', '=', learnerId)
      .execute()
    expect(rows).toHaveLength(count)
    expect(rows.every(({ document }) => document !== null)).toBe(true)
  })

test(`a photograph goes from the camera to a transcript that strangers verify in at most ${MAX_STATEMENTS} statements`, async () => {
  const learner = await app.person({ dateOfBirth: app.birthdayAt(15) })
  const advisor = await app.person({ role: 'advisor' })
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since: new Date() })
  const work = { pillar: 'creativity' as const, xp: 60 }
  const quest = await createQuest(app.db, [work, work])
  const badgeId = await createBadge(app.db, { tasks: 2 })
  await asLearner(learner).start(quest.id)
  const { attempt: earlier } = await asLearner(learner).submit(quest.tasks[1]!)
  const by = { deciderId: advisor.id, now: app.parts.clock() }
  await decideFinally(app.db, earlier.id, by, { decision: 'accepted' })

  // A node reads the catalog and the diploma plan once.
  await learner.call(credits).getCredits()
  const counts: Record<string, number> = {}
  const count = async <T>(step: string, call: () => Promise<T>): Promise<T> => {
    trace = undefined
    const reply = await call()
    await eventually(async () => expect(trace).toBeDefined())
    counts[step] = countStatements(trace!)
    return reply
  }
  const task = { params: { id: quest.tasks[0]! } }
  const form = fileForm(await photoFromBerlin(), 'photo.jpg')
  const { id: file_id } = await count('upload', () => learner.call(files).uploadFile({ form }))
  const body = { blocks: [{ type: 'image' as const, file_id, alt: 'A kite' }] }
  await count('draft', () => learner.call(quests).saveDraft({ ...task, body }))
  const { attempt } = await count('submit', () =>
    learner.call(quests).submitTask({ ...task, body }),
  )
  const piece = { params: { id: attempt.id } }
  await count('queue', () => advisor.call(reviews).listReviews())
  await count('claim', () => advisor.call(reviews).claimReview(piece))
  await count('review', () => advisor.call(reviews).getReview(piece))
  await count('picture', () =>
    app.http.inject({ url: `/api/files/${file_id}`, headers: advisor.headers }),
  )
  const accepted = { decision: 'accepted' as const }
  await count('decide', () => advisor.call(reviews).decide({ ...piece, body: accepted }))
  await allSigned(learner.id, 1)
  const { award } = await count('badge', () =>
    learner.call(badges).getBadge({ params: { id: badgeId } }),
  )
  const code = { params: { code: award!.code! } }
  await count('verify badge', () => app.anyone.call(credentials).verifyCode(code))
  const wanted = { learner_id: learner.id, recipient: 'A college', rendering: 'mastery' as const }
  const issued = await count('issue transcript', () =>
    advisor.call(transcript).issueTranscript({ body: wanted }),
  )
  await allSigned(learner.id, 2)
  const record = { params: { code: issued.transcript.verify_code } }
  const verified = await count('verify transcript', () =>
    app.anyone.call(credentials).verifyCode(record),
  )
  expect(verified.verdict).toBe('valid')

  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  expect({ ...counts, total }).toMatchObject({
    total: expect.toSatisfy((n) => n <= MAX_STATEMENTS),
  })
})
