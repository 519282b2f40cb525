import { client } from '#web/api'
import { session } from '#web/session'

export const plan = client('plan')

export const getPlan = (learnerId: string) => plan.getPlan.query({ params: { id: learnerId } })

/** Plan selected by the URL: a learner's (`?learner=`), or the user's own. */
export const planIn = (search: URLSearchParams) =>
  getPlan(search.get('learner') ?? session.cachedUser()?.id ?? '')
