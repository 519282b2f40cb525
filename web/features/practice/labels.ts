import type { PractisedExercise } from '#contract/practice'

/** Progress on an exercise, in words and as a chip's tone. */
export const STATUS_LABELS = {
  new: { label: 'New', tone: 'neutral' },
  needs_work: { label: 'Needs work', tone: 'warning' },
  practising: { label: 'On the way', tone: 'brand' },
  mastered: { label: 'Mastered', tone: 'success' },
} as const satisfies Record<PractisedExercise['status'], object>
