/** What a task can ask to be handed in. */
export const EVIDENCE_KINDS = ['text', 'link', 'image', 'video', 'file'] as const

export const MAX_QUEST_TASKS = 12

/** Characters of each text of a quest. */
export const QUEST_LENGTHS = {
  title: 120,
  summary: 160,
  big_idea: 300,
  description: 10_000,
  materials: 4000,
  safety: 4000,
  example: 10_000,
  /** For whoever helps. */
  for_adults: 4000,
  hints: 4000,
} as const

/** Characters of each text of a task. */
export const TASK_LENGTHS = { title: 120, instructions: 4000 } as const
