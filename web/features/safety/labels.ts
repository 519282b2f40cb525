import type { SafetyReport } from '#contract/safety'

export const CATEGORY = {
  self_harm: 'Self-harm or despair',
  abuse: 'Somebody hurts the child',
  grooming: 'Contact with somebody unsafe',
  sexual: 'Sexual content',
  violence: 'A threat or violence',
  drugs_weapons: 'Drugs or weapons',
  hate: 'Hate',
  personal_data: 'Personal data given away',
  dependence: 'Leaning on a machine',
  reported: 'A message that was reported',
} as const satisfies Record<SafetyReport['category'], string>

export const SEVERITY = {
  high: { tone: 'danger', words: 'Serious' },
  medium: { tone: 'warning', words: 'Please look' },
  low: { tone: 'neutral', words: 'For your information' },
} as const satisfies Record<SafetyReport['severity'], object>

export const STATE = {
  new: 'New',
  seen: 'Seen',
  acted: 'Acted on',
  false_positive: 'False alarm',
} as const satisfies Record<SafetyReport['state'], string>

/** Advice for the reader of a report, by category. */
export const ADVICE = {
  self_harm: 'Ask directly and calmly how bad it is. Asking does not put the idea into a head.',
  abuse: 'Listen, believe, and promise nothing that you cannot keep.',
  grooming: 'Keep the messages as they are, and say that the child has done nothing wrong.',
  sexual: 'Curiosity is ordinary. Ask where it came from before you say what you think.',
  violence: 'Ask what happened before it was said. Anger is often fear.',
  drugs_weapons:
    'Ask what made it interesting. If something was taken, call for medical help first.',
  hate: 'Ask where the words come from, and what they mean to the child.',
  personal_data: 'Talk about what to give to whom.',
  dependence: 'A good moment to do something together.',
  reported: 'Hear both sides before you decide, and tell whoever reported it what came of it.',
} as const satisfies Record<SafetyReport['category'], string>
