/** Kinds of evidence that a task can require. */
export const EVIDENCE_KINDS = ['text', 'link', 'image', 'video', 'file'] as const

export const MAX_QUEST_TASKS = 12

/** Limits of a course, a quest arranged in weeks. A whole credit is 6,000 XP, of at most 100 for a task. */
export const MAX_COURSE_WEEKS = 24
export const MAX_COURSE_TASKS = 80

/** Maximum characters of a quest's texts. */
export const QUEST_LENGTHS = {
  title: 120,
  summary: 160,
  big_idea: 300,
  description: 10_000,
  materials: 4000,
  safety: 4000,
  example: 10_000,
  /** For the helping adult. */
  for_adults: 4000,
  hints: 4000,
} as const

/** Maximum characters of a week's texts. */
export const WEEK_LENGTHS = { title: 120, text: 8000 } as const

/** Maximum characters of a task's texts. */
export const TASK_LENGTHS = { title: 120, instructions: 4000 } as const
