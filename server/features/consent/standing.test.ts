import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  CONSENT_METHODS,
  CONSENT_SCOPES,
  type ConsentAnswer,
  type ConsentScope,
  consentState,
} from '#rules/consent'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const GUARDIANS = ['mother@example.org', 'father@example.org'] as const

type AnswerInput = Omit<ConsentAnswer, 'policyVersion'> & {
  scopes: ConsentScope[]
  policyVersion: string
}
const said: fc.Arbitrary<AnswerInput> = fc.record({
  guardian: fc.constantFrom(...GUARDIANS),
  kind: fc.constantFrom('given', 'given', 'withdrawn'),
  method: fc.constantFrom(...CONSENT_METHODS),
  scopes: fc.subarray([...CONSENT_SCOPES], { minLength: 1 }),
  policyVersion: fc.constantFrom('2025-01', '2026-11'),
})
const life = fc.record({
  said: fc.array(said, { maxLength: 10 }),
  deciding: fc.subarray([...GUARDIANS]),
})

test('a thousand random lives of two guardians stand in the database as the rule says', async () => {
  const lives = fc.sample(life, { numRuns: 1000, seed: 11 })
  const now = app.parts.clock().toISOString()
  // The policy before this one expired long ago.
  await app.db
    .insertInto('policy_changes')
    .values({ version: '2026-01', since: '2026-01-01T00:00:00.000Z' })
    .execute()
  const children = await app.db
    .insertInto('users')
    .values(
      lives.map((_, index) => ({
        first_name: 'Noah',
        last_name: 'L',
        email: `noah${index}@example.org`,
        password_hash: 'x',
        legal_version: '2026-11',
        date_of_birth: app.birthdayAt(10),
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(children.map(({ id, email }) => [email, id]))
  const childOf = (index: number) => ids.get(`noah${index}@example.org`)!
  const links = lives.flatMap(({ deciding }, index) =>
    GUARDIANS.map((guardian_email) => ({
      learner_id: childOf(index),
      guardian_email,
      guardian_name: 'G',
      scopes: deciding.includes(guardian_email) ? ['view', 'consent'] : ['view'],
      origin: 'consent',
    })),
  )
  const rows = lives.flatMap((each, index) =>
    each.said.map(({ guardian, policyVersion, ...answer }) => ({
      ...answer,
      child_id: childOf(index),
      guardian_name: 'G',
      guardian_email: guardian,
      policy_version: policyVersion,
      confirmed_at: now,
    })),
  )
  await app.db.insertInto('guardian_links').values(links).execute()
  await app.db.insertInto('consents').values(rows).execute()

  const standing = await app.db.selectFrom('standing_consents').selectAll().execute()
  const inDatabase = new Set(standing.map(({ child_id, scope }) => `${child_id} ${scope}`))
  let given = 0
  lives.forEach(({ said, deciding }, index) => {
    for (const scope of CONSENT_SCOPES) {
      const about = said.filter(({ scopes }) => scopes.includes(scope))
      const state = consentState(scope, about, new Set<string>(deciding), '2026-01')
      if (state === 'given') given += 1
      expect(
        inDatabase.has(`${childOf(index)} ${scope}`),
        JSON.stringify({ scope, about, deciding }),
      ).toBe(state === 'given')
    }
  })
  expect(given).toBeGreaterThan(500)
  expect(given).toBeLessThan(3500)
})
