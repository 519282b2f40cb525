export type Decision = 'accepted' | 'returned'

/** Why an advisor's decision on handed-in work cannot stand; null when it can. */
export const decisionProblem = (
  state: 'submitted' | 'accepted' | 'returned' | 'withdrawn',
  decision: Decision,
  comment: string,
): 'not_submitted' | 'comment_missing' | null => {
  if (state !== 'submitted') return 'not_submitted'
  return decision === 'returned' && comment.trim() === '' ? 'comment_missing' : null
}
