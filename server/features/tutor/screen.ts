import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

import type { IsName } from '#rules/text/names-at-home'
import { type Finding, screen, screenAnswer, screenInTalk, withDoubt } from '#rules/text/screening'
import { withoutIdentifiers } from '#rules/text/sentences'

import type { Opinion, TutorModel } from './model.ts'

const swearing = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** Its word list has whales and mushrooms in it. */
const NOT_SWEARING =
  /\bmoby[\s-]*dick\b|\bshiitake\b|\bdick(?= (?:turpin|whittington|van dyke|cheney|tracy|king-smith))\b/gi

/** Learners may swear, and are not reported for it; the tutor may not. */
const swears = (text: string): boolean => swearing.hasMatch(text.replaceAll(NOT_SWEARING, ''))

export type ProvidersView = {
  opinion: Opinion
  /** Whether the model takes it for a child that may tell of harm. */
  isDoubted: boolean
}

/**
 * What the provider makes of a learner's message. A model reads what our rules know nothing of.
 * @param names the learner's, which no model is told
 */
export const askProvider = async (
  model: TutorModel | undefined,
  text: string,
  names: readonly string[],
): Promise<ProvidersView> => {
  const [opinion = 'none', isDoubted = false] = await Promise.all([
    model?.screen(text),
    screen(text).length === 0 && model?.doubts(withoutIdentifiers(text, names)),
  ])
  return { opinion, isDoubted }
}

/**
 * What a learner's message says, by our rules and by the provider.
 * @param before the learner's own messages of the conversation, oldest first
 */
export const screenQuestion = (
  { opinion, isDoubted }: ProvidersView,
  before: readonly string[],
  text: string,
  isAtHome: IsName,
): Finding[] => {
  const ours = screenInTalk(before, text, isAtHome)
  const known = new Set(ours.map(({ category }) => category))
  const theirs = Array.isArray(opinion) ? opinion : []
  const found = [...ours, ...theirs.filter(({ category }) => !known.has(category))]
  return withDoubt(found, isDoubted)
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
