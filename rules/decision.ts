export type Decision = 'accepted' | 'returned'

/** Reason why an advisor's decision on submitted work is invalid; null if valid. */
export const decisionProblem = (
  state: 'submitted' | 'accepted' | 'returned' | 'withdrawn',
  decision: Decision,
  comment: string,
): 'not_submitted' | 'comment_missing' | null => {
  if (state !== 'submitted') return 'not_submitted'
  return decision === 'returned' && comment.trim() === '' ? 'comment_missing' : null
}

type Side = 'learner' | 'advisor'
type Event = {
  kind: 'accepted' | 'returned' | 'reopened' | 'message'
  by: Side | 'guardian'
}

/** Side whose reply to a submission is expected; null for neither. Nobody has to answer a guardian. Derived from the events in chronological order, not stored. */
export const awaitedParty = (
  state: 'submitted' | 'accepted' | 'returned' | 'withdrawn',
  said: readonly Event[],
): Side | null => {
  const last = said.findLast(({ by }) => by !== 'guardian')
  const hasAsked = (side: Side) => last?.kind === 'message' && last.by === side
  if (state === 'withdrawn') return null
  if (state === 'submitted') return hasAsked('advisor') ? 'learner' : 'advisor'
  if (hasAsked('learner')) return 'advisor'
  return state === 'returned' ? 'learner' : null
}
