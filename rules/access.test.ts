import { describe, expect, test } from 'vitest'

import {
  type AccessFacts,
  type OptionalConsent,
  type GuardianScope,
  isConflictOfInterest,
  LEARNER_ACTIONS,
  type LearnerAction,
  may,
  type Relation,
  relationOf,
  RELATIONS,
  type Ties,
} from './access.ts'

const teenager: AccessFacts = {
  age: 15,
  hasAdvisor: true,
  isLicensed: true,
  isWaiting: false,
  consented: new Set(),
  scopes: new Set(),
}
const facts = (given: {
  age?: number | null
  consented?: OptionalConsent[]
  scopes?: GuardianScope[]
  hasAdvisor?: boolean
  isLicensed?: boolean
  isWaiting?: boolean
}): AccessFacts => ({
  ...teenager,
  ...given,
  consented: new Set(given.consented),
  scopes: new Set(given.scopes),
})
const everything = (relation: Relation, about = teenager) =>
  LEARNER_ACTIONS.filter((action) => may(action, relation, about))

describe('what each may do with a learner of fifteen', () => {
  test('a stranger nothing at all', () => {
    expect(LEARNER_ACTIONS.filter((action) => may(action, null, teenager))).toEqual([])
  })

  test('a guardian without a scope can only end it, and with each scope what it says', () => {
    const always = ['readGuardians', 'endGuardian'] as const
    expect(everything('guardian')).toEqual(always)
    const added = (scope: GuardianScope) =>
      everything('guardian', facts({ scopes: [scope] })).filter(
        (action) => !always.some((each) => each === action),
      )
    expect(added('view')).toEqual([
      'readWork',
      'readProgress',
      'readPlan',
      'readCalendar',
      'readEvents',
      'subscribeCalendar',
      'proposePlan',
      'commentAsFamily',
      'readRecord',
      'seeFamilyPieces',
      'readConsent',
      'readDisclosures',
    ])
    expect(added('upload')).toEqual(['addEvidence'])
    expect(added('tutor')).toEqual(['readTutorTalks', 'readSafetyReports', 'setTutor'])
    expect(added('messages')).toEqual(['readConnections', 'readMessages'])
    expect(added('consent')).toEqual([
      'readConnections',
      'payTier',
      'readConsent',
      'inviteGuardian',
    ])
  })

  test('an advisor decides and records, and reads neither drafts nor talks', () => {
    expect(everything('advisor')).toEqual([
      'readWork',
      'addEvidence',
      'readProgress',
      'readPlan',
      'readCalendar',
      'arrangeMeeting',
      'proposePlan',
      'editPlan',
      'movePlannedDay',
      'decide',
      'readRecord',
      'recordCredit',
      'issueRecord',
      'revokeRecord',
      'recordAgreement',
      'seeAdvisorPieces',
      'message',
      'readSafetyReports',
      'witnessConsent',
      'assignAdvisor',
      'readGuardians',
      'readNotes',
      'readAsStaff',
      'manageSignIn',
    ])
  })

  test('an admin reads and issues, and neither decides about work nor reads talks', () => {
    for (const action of ['decide', 'readMessages', 'readTutorTalks', 'readSafetyReports'] as const)
      expect(may(action, 'admin', teenager), action).toBe(false)
    for (const action of ['readRecord', 'issueRecord', 'signInAs'] as const)
      expect(may(action, 'admin', teenager), action).toBe(true)
  })

  test('a friend only writes', () => {
    expect(everything('peer')).toEqual(['message'])
  })

  test('those who look after safety read reports, and nothing else', () => {
    expect(everything('safeguarding')).toEqual(['readSafetyReports', 'releaseSafetyReport'])
  })
})

describe('age changes what a learner does alone', () => {
  const own = (action: LearnerAction, given: Parameters<typeof facts>[0]) =>
    may(action, 'self', facts(given))

  test.each([
    ['publish', 'publishing'],
    ['shareRecord', 'publishing'],
    ['subscribeCalendar', 'publishing'],
    ['connect', 'connections_and_messages'],
    ['message', 'connections_and_messages'],
    ['useTutor', 'tutor'],
  ] as const)('%s: from 13, and before with a guardian’s consent', (action, consent) => {
    expect(own(action, { age: 12 })).toBe(false)
    expect(own(action, { age: 12, consented: [consent] })).toBe(true)
    expect(own(action, { age: 13 })).toBe(true)
    expect(own(action, { age: null })).toBe(true)
  })

  test('the tutor, and whose link goes on, from 18, when a guardian no longer sets the tutor', () => {
    for (const action of ['setTutor', 'keepGuardian'] as const) {
      expect(own(action, { age: 17 })).toBe(false)
      expect(own(action, { age: 18 })).toBe(true)
    }
    expect(may('setTutor', 'guardian', facts({ age: 18, scopes: ['tutor'] }))).toBe(false)
  })

  test('a tier is paid for by a guardian who decides, and by oneself from 18', () => {
    expect([own('payTier', { age: 17 }), own('payTier', { age: 18 })]).toEqual([false, true])
    const asked = (age: number) => may('payTier', 'guardian', facts({ age, scopes: ['consent'] }))
    expect([asked(11), asked(17), asked(18)]).toEqual([true, true, false])
  })

  test('a guardian consents for a child under 13, and nobody for themselves', () => {
    const decides = (age: number, isWaiting = false) =>
      may('manageConsent', 'guardian', facts({ age, isWaiting, scopes: ['consent'] }))
    expect([decides(12), decides(13), decides(13, true)]).toEqual([true, false, true])
    expect(own('manageConsent', { age: 12 })).toBe(false)
  })

  test('while an account waits for consent, its guardians decide and take data out, and nobody does anything else', () => {
    const waiting = facts({
      age: 10,
      isWaiting: true,
      scopes: ['view', 'upload', 'tutor', 'messages', 'consent'],
    })
    expect(everything('guardian', waiting)).toEqual([
      'readConsent',
      'manageConsent',
      'endGuardian',
      'exportData',
      'eraseData',
    ])
    for (const relation of ['advisor', 'peer', 'safeguarding'] as const) {
      expect(everything(relation, waiting), relation).toEqual([])
    }
  })

  test('a plan is the learner’s own to edit where there is no advisor', () => {
    expect(own('editPlan', { hasAdvisor: true })).toBe(false)
    expect(own('editPlan', { hasAdvisor: false })).toBe(true)
  })

  test('a guardian decides about each connection of a child under 13 alone', () => {
    const asked = (age: number) =>
      may('decideConnections', 'guardian', facts({ age, scopes: ['consent'] }))
    expect([asked(12), asked(13)]).toEqual([true, false])
  })

  test('a guardian takes data out, or has it erased, for a child under 13 alone', () => {
    const asked = (age: number) => may('eraseData', 'guardian', facts({ age, scopes: ['consent'] }))
    expect([asked(12), asked(13)]).toEqual([true, false])
  })
})

describe('hats are never added up', () => {
  const ties = (given: Partial<Ties>): Ties => ({
    isSelf: false,
    isGuardian: false,
    isAdvisor: false,
    isPeer: false,
    isAdmin: false,
    isSafeguarding: false,
    ...given,
  })

  test('a teacher who is the learner’s guardian is a guardian, and knows why they cannot decide', () => {
    const both = ties({ isGuardian: true, isAdvisor: true })
    const view = facts({ scopes: ['view'] })
    expect(relationOf(both, 'decide')).toBe('guardian')
    expect(may('decide', relationOf(both, 'decide'), view)).toBe(false)
    expect(isConflictOfInterest('decide', both, view)).toBe(true)
    expect(isConflictOfInterest('readRecord', both, view)).toBe(false)
    expect(isConflictOfInterest('decide', ties({ isGuardian: true }), view)).toBe(false)
  })

  test('an admin who is a guardian reads as guardian; one who is an advisor decides as advisor', () => {
    expect(relationOf(ties({ isGuardian: true, isAdmin: true }), 'readWork')).toBe('guardian')
    expect(relationOf(ties({ isAdvisor: true, isAdmin: true }), 'readWork')).toBe('advisor')
    expect(relationOf(ties({ isAdmin: true }), 'readWork')).toBe('admin')
    const friend = ties({ isPeer: true, isAdmin: true })
    expect(relationOf(friend, 'readWork')).toBe('admin')
    expect(relationOf(friend, 'message')).toBe('peer')
    expect(relationOf(ties({}), 'readWork')).toBe(null)
  })

  test('who is named for safeguarding is that for reports, and for everything else what they are besides', () => {
    const both = ties({ isSafeguarding: true, isAdvisor: true })
    expect(relationOf(both, 'readSafetyReports')).toBe('safeguarding')
    expect(relationOf(both, 'decide')).toBe('advisor')
    expect(relationOf(ties({ isSafeguarding: true }), 'readWork')).toBe('safeguarding')
    const kin = ties({ isSafeguarding: true, isGuardian: true })
    expect(relationOf(kin, 'readSafetyReports')).toBe('guardian')
  })

  test('every relation can do something', () => {
    const all = facts({ scopes: ['view', 'upload', 'tutor', 'messages', 'consent'] })
    for (const relation of RELATIONS) expect(everything(relation, all), relation).not.toEqual([])
  })
})
