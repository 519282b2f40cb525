import { client } from '#web/api'

const reviews = client('reviews')
const caseload = client('caseload')
const consultations = client('consultations')
const safety = client('safety')

// Other people change these.
export const reviewSummary = { ...reviews.reviewSummary.query(), staleTime: 0 }
export const oldestWork = { ...reviews.listReviews.query({ query: { limit: 5 } }), staleTime: 0 }
export const stuckLearners = {
  ...caseload.listCaseload.query({ query: { stuck: 'true', limit: 6 } }),
  staleTime: 0,
}
/** At most one learner: says whether there is any. */
export const anyLearner = { ...caseload.listCaseload.query({ query: { limit: 1 } }), staleTime: 0 }
export const nextBookings = {
  ...consultations.listBookings.query({ query: { limit: 10 } }),
  staleTime: 0,
}
export const safetyCases = {
  ...safety.listSafetyCases.query({ query: { limit: 20 } }),
  staleTime: 0,
}

export const teachersDay = [reviewSummary, oldestWork, stuckLearners, nextBookings, safetyCases]
