import type { Annotation, FeedbackEvent } from '#contract/reviews'

const clockTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Position of a pinned comment in words. */
export const selectorInWords = ({ selector }: Annotation): string => {
  if (selector.type === 'TextQuoteSelector') return `“${selector.exact}”`
  const [kind, value = ''] = selector.value.split('=')
  if (kind === 't') return `At ${clockTime(Number(value))}`
  if (kind === 'page') return `On page ${value}`
  return 'In the picture'
}

export const EVENTS = {
  accepted: 'accepted the work',
  returned: 'returned the work',
  reopened: 'undid the acceptance',
  message: 'wrote',
} satisfies Record<FeedbackEvent['kind'], string>

/** Replaces the placeholders of a saved comment. */
export const fillPlaceholders = (
  words: string,
  about: { first_name: string; task: string },
): string => words.replaceAll('{first_name}', about.first_name).replaceAll('{task}', about.task)
