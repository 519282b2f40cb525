import { screenEarlierOutsideWork } from '#features/outside-work'
import { screenEarlierQuests } from '#features/quests'
import { screenEarlierWords } from '#features/safety'
import type { Parts } from '#platform/http'

/** Queue of learners whose words nobody has screened, with the `learnerId` of each. */
export const EARLIER_WORDS_JOB = 'screen-earlier-words'

/** Job that screens what was written by and to somebody who turns out to be a minor. Idempotent. */
export const screenAllEarlierWords = async (parts: Parts, learnerId: string): Promise<void> => {
  await screenEarlierOutsideWork(parts, learnerId)
  await screenEarlierQuests(parts, learnerId)
  // Last, because what these accuse somebody of decides who reads the other calls for help.
  await screenEarlierWords(parts, learnerId)
}
