import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { FORM_DAYS, STOPPED_DAYS } from '#contract/consent'
import { CONSULTATION_DAYS } from '#contract/consultations'
import { PAIRING_DAYS } from '#contract/guardians'
import { DELETION_DAYS, EXPORT_DAYS } from '#contract/privacy'
import { profile } from '#contract/profile'
import { ACTING_MINUTES } from '#features/auth'
import { readConfig } from '#platform/config'
import { CONTENT } from '#platform/content'
import {
  type AccessFacts,
  type GuardianScope,
  LEARNER_ACTIONS,
  type LearnerAction,
  may,
  type Relation,
} from '#rules/access'
import { COOLDOWN_DAYS, REQUEST_DAYS } from '#rules/connections'
import { POLICY_GRACE_DAYS } from '#rules/consent'
import { NOTIFICATION_DAYS } from '#rules/notifications'
import { WITNESS_DAYS } from '#rules/outside-work'
import {
  CLOSED_REPORT_DAYS,
  IDLE_SIGN_IN_DAYS,
  REGISTER_ROWS_DAYS,
  REMOVED_EVENT_DAYS,
  SIGN_IN_DAYS,
  UNUSED_UPLOAD_DAYS,
} from '#rules/retention'
import { DEFAULT_TUTOR_SETTINGS } from '#rules/tutor'
import { startApp, type TestApp } from '#testing/start-app'

// Claims of the legal pages, parsed from their text and compared with the program.

const read = (name: string) => readFileSync(new URL(`legal/${name}.md`, CONTENT), 'utf8')
const privacy = read('privacy')
const terms = read('terms')
const { CONSENT_DAYS } = readConfig({ NODE_ENV: 'test' })

describe('the times that the privacy policy names', () => {
  const CLAIMS = [
    `after ${IDLE_SIGN_IN_DAYS} days without use, and after ${SIGN_IN_DAYS} in any case`,
    `each row of a file brought about, ${REGISTER_ROWS_DAYS} days`,
    'They stop working after one hour to 14 days',
    `Until ${FORM_DAYS} days after it was checked`,
    `${PAIRING_DAYS} days, or until used`,
    `Requests up to ${REQUEST_DAYS} days, ${COOLDOWN_DAYS} more where one was declined`,
    `${NOTIFICATION_DAYS} days; your choices as long as the account`,
    `uploads that nothing uses go after ${UNUSED_UPLOAD_DAYS} days`,
    `As many days as your family has chosen, ${DEFAULT_TUTOR_SETTINGS.retention_days} at first`,
    `what a safety report rests on, until ${CLOSED_REPORT_DAYS} days after that is closed`,
    `Until ${CLOSED_REPORT_DAYS} days after they are closed`,
    `kept with the report until ${CLOSED_REPORT_DAYS} days after that is closed`,
    `${REMOVED_EVENT_DAYS} days longer`,
    `So that you can download them | ${EXPORT_DAYS} days |`,
    `Until ${CONSULTATION_DAYS} days after it, or at once by the link`,
    `until they have answered, or ${WITNESS_DAYS} days after they were asked`,
    `for ${ACTING_MINUTES} minutes and with a reason`,
    `If they say nothing for ${CONSENT_DAYS} days, it is deleted`,
    `the account and the address are deleted after ${CONSENT_DAYS} days`,
    `After ${STOPPED_DAYS} days everything is deleted`,
    `erased after ${STOPPED_DAYS} days; until then the guardian`,
    `pauses after ${POLICY_GRACE_DAYS} days until they agree`,
    `gives you ${DELETION_DAYS} days to change your mind`,
  ]

  test.each(CLAIMS)('%s', (claim) => expect(privacy).toContain(claim))

  test('and there are no others', () => {
    const rest = CLAIMS.reduce((text, claim) => text.replaceAll(claim, ''), privacy)
    expect(
      rest.match(/[^|.]*\b(\d+|\w+teen|\w+ty|seven|ten)( more)? (minute|hour|day|week)s?\b.*/g),
    ).toBeNull()
  })

  test('the terms say the same of closing an account', () => {
    expect(terms).toContain(`It is then kept for ${DELETION_DAYS} days`)
  })
})

describe('who sees what, by the privacy policy', () => {
  const EVERY_SCOPE: GuardianScope[] = ['view', 'upload', 'tutor', 'messages', 'consent']
  type Given = Partial<Omit<AccessFacts, 'scopes'>> & { scopes?: GuardianScope[] }
  const can = (relation: Relation | null, action: LearnerAction, age: number, given: Given = {}) =>
    may(action, relation, {
      hasAdvisor: true,
      isWaiting: false,
      isLicensed: true,
      consented: new Set(),
      age,
      ...given,
      scopes: new Set(given.scopes ?? EVERY_SCOPE),
    })
  const AGES = [10, 13, 17, 18, 40]

  const CLAIMS: [string, () => boolean][] = [
    [
      'A parent or guardian** who is linked to you sees what their link allows',
      () =>
        AGES.every((age) =>
          LEARNER_ACTIONS.every(
            (action) =>
              // Guardians always see their own link.
              action === 'readGuardians' ||
              !(action.startsWith('read') || action === 'seeFamilyPieces') ||
              !can('guardian', action, age, { scopes: [] }),
          ),
        ),
    ],
    [
      'Until you are 18 they also see what you put into your calendar.',
      () => can('guardian', 'readEvents', 17) && !can('guardian', 'readEvents', 18),
    ],
    [
      'Under 13 they can also take a copy of all your data.',
      () => can('guardian', 'exportData', 12) && !can('guardian', 'exportData', 13),
    ],
    [
      'what is planned in their calendars, and not what learners put in themselves.',
      () =>
        AGES.every(
          (age) => can('advisor', 'readCalendar', age) && !can('advisor', 'readEvents', age),
        ),
    ],
    [
      'Staff named for safety** read safety reports',
      () =>
        LEARNER_ACTIONS.filter((action) => can('safeguarding', action, 15)).join(' ') ===
        'readSafetyReports releaseSafetyReport',
    ],
    [
      'without your messages, drafts and conversations with the tutor',
      () =>
        (['readMessages', 'readDrafts', 'readTutorTalks'] as const).every(
          (action) => !AGES.some((age) => can('admin', action, age)),
        ),
    ],
    [
      'Guardians of a minor see whom their child is connected with.',
      () => can('guardian', 'readConnections', 17) && !can('guardian', 'readConnections', 18),
    ],
    [
      'Other learners and strangers** see only what you published',
      () =>
        AGES.every((age) =>
          LEARNER_ACTIONS.every(
            (action) =>
              !can(null, action, age) && (action === 'message' || !can('peer', action, age)),
          ),
        ),
    ],
    [
      'Children do not pay: a guardian does.',
      () => !can('self', 'payTier', 17) && can('guardian', 'payTier', 17),
    ],
    [
      'From 13 on, learners decide themselves about publishing, sharing and connections.',
      () =>
        (['publish', 'shareRecord', 'connect'] as const).every(
          (action) =>
            !can('self', action, 12) &&
            can('self', action, 12, {
              consented: new Set(['publishing', 'connections_and_messages']),
            }) &&
            can('self', action, 13),
        ) && !can('guardian', 'decideConnections', 13),
    ],
    [
      'Without consent to use the site, the account is closed to everybody',
      () =>
        (['self', 'advisor', 'admin', 'peer', 'safeguarding'] as const).every((relation) =>
          LEARNER_ACTIONS.every((action) => {
            const isKnownToThem = ['readConsent', 'exportData', 'eraseData', 'endGuardian']
            return isKnownToThem.includes(action) || !can(relation, action, 12, { isWaiting: true })
          }),
        ),
    ],
  ]

  test.each(CLAIMS)('%s', (claim, holds) => {
    expect(privacy).toContain(claim)
    expect(holds()).toBe(true)
  })
})

describe('notice of changes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  test('everybody is told on their next visit, until they say that they know', async () => {
    expect(privacy).toContain('everybody is told on their next visit')
    expect(terms).toContain('you are told on your next visit')
    const ada = await app.person()
    const isTold = async () => (await ada.call(auth).me()).policy_changed
    expect(await isTold()).toBe(false)
    app.moveClock(60_000)
    await app.db
      .insertInto('policy_changes')
      .values({ version: '2999-01-01', since: app.parts.clock().toISOString() })
      .execute()
    expect(await isTold()).toBe(true)
    app.moveClock(60_000)
    await ada.call(profile).acceptPolicy()
    expect(await isTold()).toBe(false)
  })

  test('whoever waits for a guardian can say so, too', async () => {
    const child = await app.person({
      dateOfBirth: app.birthdayAt(10),
      status: 'pending_consent',
    })
    expect((await child.call(profile).acceptPolicy()).policy_changed).toBe(false)
  })
})
