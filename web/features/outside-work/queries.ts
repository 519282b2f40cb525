import { client } from '#web/api'

export const outsideWork = client('outsideWork')

/** Without an id, one's own. */
export const outsideWorkOf = (learnerId?: string) =>
  outsideWork.listOutsideWork.query(learnerId ? { query: { learner_id: learnerId } } : {})
