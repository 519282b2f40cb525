import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

import type { IsName } from '#rules/text/names-at-home'
import {
  type Finding,
  screen,
  screenAnswer,
  screenInConversation,
  addDoubt,
} from '#rules/text/screening'
import { withoutIdentifiers } from '#rules/text/sentences'

import type { Opinion, TutorModel } from './model.ts'

const swearing = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** The word list has false positives: whales and mushrooms. */
const NOT_SWEARING =
  /\bmoby[\s-]*dick\b|\bshiitake\b|\bdick(?= (?:turpin|whittington|van dyke|cheney|tracy|king-smith))\b/gi

/** Learners may swear without being reported; the tutor may not. */
const swears = (text: string): boolean => swearing.hasMatch(text.replaceAll(NOT_SWEARING, ''))

export type ProvidersView = {
  opinion: Opinion
  /** True if the model suspects that a child may be disclosing harm. */
  isDoubted: boolean
}

/**
 * Asks the provider about a learner's message, unless it contains personal data, which stays here: it is answered by a built-in
 * reply. The model recognizes what our rules do not cover.
 * @param names the learner's present and former names, which are never sent to a model
 */
export const askProvider = async (
  model: TutorModel | undefined,
  text: string,
  names: readonly string[],
): Promise<ProvidersView> => {
  const found = screen(text)
  if (found.some(({ category }) => category === 'personal_data')) {
    return { opinion: 'none', isDoubted: false }
  }
  const told = withoutIdentifiers(text, names)
  const [opinion = 'none', isDoubted = false] = await Promise.all([
    model?.screen(told),
    found.length === 0 && model?.doubts(told),
  ])
  return { opinion, isDoubted }
}

/**
 * Findings in a learner's message, by our rules and by the provider.
 * @param before the learner's earlier messages of the conversation, oldest first
 */
export const screenQuestion = (
  { opinion, isDoubted }: ProvidersView,
  before: readonly string[],
  text: string,
  isAtHome: IsName,
): Finding[] => {
  const ours = screenInConversation(before, text, isAtHome)
  const known = new Set(ours.map(({ category }) => category))
  const theirs = Array.isArray(opinion) ? opinion : []
  const found = [...ours, ...theirs.filter(({ category }) => !known.has(category))]
  return addDoubt(found, isDoubted)
}

/** True if a sentence may be shown after the preceding text. */
export const mayBeShown = async (
  model: Pick<TutorModel, 'screen'> | undefined,
  { before, sentence }: { before: string; sentence: string },
  signal: AbortSignal,
): Promise<boolean> => {
  // Checks across the join as well: two harmless halves may be harmful together.
  const joined = `${before.slice(-600)}${sentence}`
  if (screenAnswer(joined).length > 0 || swears(sentence)) return false
  const opinion = await model?.screen(joined, signal)
  return !(Array.isArray(opinion) && opinion.length > 0)
}
