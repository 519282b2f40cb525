import { client } from '#web/api'
import { session } from '#web/session'

export const plan = client('plan', async () => (await import('#contract/plan')).plan)

export const getPlan = (learnerId: string) => plan.getPlan.query({ params: { id: learnerId } })

/** The plan that a page's address names: a learner's (`?learner=`), or one's own. */
export const planIn = (search: URLSearchParams) =>
  getPlan(search.get('learner') ?? session.cachedUser()?.id ?? '')
