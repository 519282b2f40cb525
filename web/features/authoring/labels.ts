import type { AuthoredCard, DraftContent } from '#contract/authoring'

export const STATES = {
  draft: { label: 'Draft', tone: 'neutral' },
  proposed: { label: 'Waiting for approval', tone: 'warning' },
  published: { label: 'Published', tone: 'success' },
  archived: { label: 'Archived', tone: 'neutral' },
} as const satisfies Record<AuthoredCard['state'], object>

export const FIELD_LABELS = {
  title: 'Title',
  summary: 'Summary',
  big_idea: 'Big idea',
  description: 'Description',
  estimated_hours: 'Hours of work',
  span_days: 'Days it spans',
  age_min: 'Youngest',
  age_max: 'Oldest',
  materials: 'Materials',
  safety: 'Safety notes',
  rubric: 'Rubric',
  example: 'Example of finished work',
  for_adults: 'For the adult who helps',
  hints: 'If it does not work',
  weeks: 'Weeks',
  repeatable: 'Can be repeated',
  cover_motif: 'Drawn cover',
  cover_file_id: 'Cover',
  prerequisites: 'Comes after',
  tasks: 'Tasks',
} as const satisfies Record<keyof DraftContent, string>

const TASK_LABELS: Record<string, string> = {
  title: 'title',
  instructions: 'what to do',
  xp: 'XP',
  evidence: 'what can be handed in',
  subjects: 'subjects',
  pillar: 'pillar',
  week: 'week',
}

/** `tasks.0.title` becomes "Task 1: title". */
export const labelOf = (path: string): string => {
  const [field = '', index, part = ''] = path.split('.')
  const label = FIELD_LABELS[field as keyof DraftContent] ?? field
  if (index === undefined) return label
  return field === 'tasks'
    ? `Task ${Number(index) + 1}: ${TASK_LABELS[part] ?? part}`
    : `${label} ${Number(index) + 1}`
}
