import type { IsName } from '#rules/text/names-at-home'
import { mayBeAboutHome } from '#rules/text/screening'
import { isFullyScreened } from '#rules/text/spelling'

import type { SafetyCategory } from './safety.ts'

/** The contents of a safety report, found by screening or reported by a person. */
export type Matter = {
  /** Guardians already do not see the rest of the conversation. */
  isThreadHeldBack: boolean
  /** Safeguarding decides who else hears of it, whatever the words are: see `isForSafeguarding` in messages.ts. */
  isForSafeguarding: boolean
  found: readonly { category: SafetyCategory }[]
  /** Everything that is quoted, titled, noted or reported. */
  texts: readonly string[]
  isAtHome: IsName
}

/** Whether safeguarding alone hears of a report, and guardians see nothing of the conversation from there on. In doubt it is so. */
export const isHeldBack = ({
  isThreadHeldBack,
  isForSafeguarding,
  found,
  texts,
  isAtHome,
}: Matter): boolean => {
  const text = texts.join('\n')
  if (!isFullyScreened(text)) return true
  return isThreadHeldBack || isForSafeguarding || mayBeAboutHome(found, text, isAtHome)
}

/**
 * The first of the quoted messages that may be about home: families see nothing of the conversation from there on.
 * @param quoted in the order of the conversation
 */
export const firstHomeDisclosure = <M extends { text: string }>(
  quoted: readonly M[],
  { found, isAtHome }: Pick<Matter, 'found' | 'isAtHome'>,
): M | undefined => {
  const isTooLong = !isFullyScreened(quoted.map(({ text }) => text).join('\n'))
  return quoted.find(({ text }) => isTooLong || mayBeAboutHome(found, text, isAtHome))
}
