import { client } from '#web/api'

export const transcript = client('transcript')

/** The user's own, or a learner's for staff. */
export const recordQuery = (learner_id?: string) =>
  transcript.getTranscript.query({ query: { learner_id } })

export const issuedQuery = (learner_id?: string) =>
  transcript.listIssued.query({ query: { learner_id, limit: 100 } })

export const sharesQuery = transcript.listShares.query({ query: { limit: 100 } })

const counted = new Set<string>()

/** Counts once per visit by a person: link preview bots do not run this. */
export const countVisit = (token: string): void => {
  if (counted.has(token)) return
  counted.add(token)
  // Fire and forget.
  transcript.countShareView({ params: { token } }).catch(() => undefined)
}
