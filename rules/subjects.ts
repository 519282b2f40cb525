/** School subjects that credits are counted in, in the order of the diploma plan. */
export const SUBJECTS = [
  'language_arts',
  'mathematics',
  'science',
  'social_studies',
  'world_language',
  'arts',
  'physical_education',
  'health',
  'technology',
  'electives',
] as const

export type Subject = (typeof SUBJECTS)[number]

/** Distribution of a task's work over subjects; the shares sum to 1. */
export type SubjectShares = Partial<Record<Subject, number>>

export const SUBJECT_NAMES = {
  language_arts: 'Language arts',
  mathematics: 'Mathematics',
  science: 'Science',
  social_studies: 'Social studies',
  world_language: 'World language',
  arts: 'Arts',
  physical_education: 'Physical education',
  health: 'Health',
  technology: 'Technology',
  electives: 'Electives',
} satisfies Record<Subject, string>

/** True if the shares sum to 1, within floating-point error. */
export const isWhole = (shares: SubjectShares): boolean =>
  Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 1) < 1e-9
