import { client } from '#web/api'

export const transcript = client(
  'transcript',
  async () => (await import('#contract/transcript')).transcript,
)

/** One's own, or a learner's for staff. */
export const recordQuery = (learner_id?: string) =>
  transcript.getTranscript.query({ query: { learner_id } })

export const issuedQuery = (learner_id?: string) =>
  transcript.listIssued.query({ query: { learner_id, limit: 100 } })

export const sharesQuery = transcript.listShares.query({ query: { limit: 100 } })

const counted = new Set<string>()

/** Once per visit of a person: programs that fetch pages for previews do not get here. */
export const countVisit = (token: string): void => {
  if (counted.has(token)) return
  counted.add(token)
  // Nobody waits for this, and nothing depends on it.
  transcript.countShareView({ params: { token } }).catch(() => undefined)
}
