import { client } from '#web/api'

export const diploma = client('diploma')

/** The user's own, or a learner's for staff. */
export const diplomasOf = (learner_id?: string) =>
  diploma.getDiploma.query({ query: { learner_id } })
