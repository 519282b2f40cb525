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

type Side = 'learner' | 'advisor'

/**
 * Who has to say something next about a hand-in; null for nobody. It follows from what was said, in the order of time, and
 * is stored nowhere.
 */
export const turnOf = (
  state: 'submitted' | 'accepted' | 'returned' | 'withdrawn',
  said: readonly { kind: 'accepted' | 'returned' | 'reopened' | 'message'; by: Side }[],
): Side | null => {
  const last = said.at(-1)
  const hasAsked = (side: Side) => last?.kind === 'message' && last.by === side
  if (state === 'withdrawn') return null
  if (state === 'submitted') return hasAsked('advisor') ? 'learner' : 'advisor'
  if (hasAsked('learner')) return 'advisor'
  return state === 'returned' ? 'learner' : null
}
