import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

import type { IsName } from '#rules/names-at-home'
import { type Finding, screenAnswer, screenInTalk } from '#rules/screening'

import type { Opinion, TutorModel } from './model.ts'

const swearing = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** Its word list has whales and mushrooms in it. */
const NOT_SWEARING =
  /\bmoby[\s-]*dick\b|\bshiitake\b|\bdick(?= (?:turpin|whittington|van dyke|cheney|tracy|king-smith))\b/gi

/** Learners may swear, and are not reported for it; the tutor may not. */
const swears = (text: string): boolean => swearing.hasMatch(text.replaceAll(NOT_SWEARING, ''))

/**
 * What a learner's message says, by our rules and by the provider's moderation.
 * @param before the learner's own messages of the conversation, oldest first
 */
export const screenQuestion = (
  opinion: Opinion,
  before: readonly string[],
  text: string,
  isAtHome: IsName,
): Finding[] => {
  const ours = screenInTalk(before, text, isAtHome)
  const known = new Set(ours.map(({ category }) => category))
  const theirs = Array.isArray(opinion) ? opinion : []
  return [...ours, ...theirs.filter(({ category }) => !known.has(category))]
}

/** Whether a sentence of an answer may be shown after what was shown before it. */
export const mayBeShown = async (
  model: Pick<TutorModel, 'screen'> | undefined,
  { before, sentence }: { before: string; sentence: string },
  signal: AbortSignal,
): Promise<boolean> => {
  // Across the join, too: what is harmless in halves may not be so as a whole.
  const joined = `${before.slice(-600)}${sentence}`
  if (screenAnswer(joined).length > 0 || swears(sentence)) return false
  const opinion = await model?.screen(joined, signal)
  return !(Array.isArray(opinion) && opinion.length > 0)
}
