import { beforeAll, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { badges } from '#contract/badges'
import { caseload } from '#contract/caseload'
import { credits } from '#contract/credits'
import { diploma } from '#contract/diploma'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { transcript } from '#contract/transcript'

import { createClient } from './client.ts'
import { isStaleAfter } from './use-api-mutation.ts'

const client = createClient(async () => ({}))
const api = {
  advising: client('advising', { ...advising, ...caseload }),
  badges: client('badges', badges),
  credits: client('credits', credits),
  diploma: client('diploma', diploma),
  progress: client('progress', progress),
  quests: client('quests', quests),
  transcript: client('transcript', transcript),
}

// A table is registered once one of its calls is made.
beforeAll(async () => {
  await Promise.all([
    api.advising.listCaseload(),
    api.badges.constellation(),
    api.credits.getPlanner(),
    api.diploma.getDiploma(),
    api.progress.dashboard(),
    api.quests.listQuests(),
    api.transcript.listIssued(),
  ])
})

const OWN = [
  api.badges.constellation.query().queryKey,
  api.credits.getCredits.query().queryKey,
  api.diploma.getDiploma.query().queryKey,
  api.progress.dashboard.query({ query: { time_zone: 'UTC' } }).queryKey,
  api.quests.listQuests.pages().queryKey,
  api.transcript.getTranscript.query({ query: { learner_id: undefined } }).queryKey,
]
const of = (id: string) => [
  api.advising.getLearner.query({ params: { id } }).queryKey,
  api.diploma.getDiploma.query({ query: { learner_id: id } }).queryKey,
  api.transcript.listIssued.query({ query: { learner_id: id } }).queryKey,
]

test('after a hand-in, all that shows one’s own work is read again, and nothing about others', () => {
  const input = { params: { id: 'task-1' } }
  const isStale = (key: readonly unknown[]) => isStaleAfter(api.quests.submitTask.id, input, key)
  expect(OWN.filter((key) => !isStale(key))).toEqual([])
  expect(of('maya').filter(isStale)).toEqual([])
})

test('after adding credit for a learner, all that shows them is read again, and nobody else', () => {
  const input = { params: { id: 'maya' } }
  const isStale = (key: readonly unknown[]) => isStaleAfter(api.advising.addCredit.id, input, key)
  expect(of('maya').filter((key) => !isStale(key))).toEqual([])
  expect(isStale(api.advising.listCaseload.pages().queryKey)).toBe(true)
  expect([...of('theo').slice(1), ...OWN].filter(isStale)).toEqual([])
})

test('the learner of a change may stand in its body', () => {
  const input = { body: { learner_id: 'maya' } }
  const isStale = (key: readonly unknown[]) => isStaleAfter(api.diploma.issueDiploma.id, input, key)
  expect(of('maya').map(isStale)).toEqual([true, true, true])
  expect(of('theo').map(isStale)).toEqual([false, true, false])
})

test('where only a record is named, it may be anyone’s', () => {
  const input = { params: { id: 'entry-1' } }
  const isStale = (key: readonly unknown[]) =>
    isStaleAfter(api.advising.reverseCredit.id, input, key)
  expect([...of('maya'), ...of('theo'), ...OWN].filter((key) => !isStale(key))).toEqual([])
})
