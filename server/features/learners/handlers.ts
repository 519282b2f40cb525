import { learners } from '#contract/learners'
import { type App, notFound, serve } from '#platform/http'
import { LEARNER_ACTIONS, may, relationOf, type Ties } from '#rules/access'

import { findLearnerTies, type LearnerTies } from './ties.ts'

export const learnerRoutes = (app: App): void => {
  serve(app, learners, {
    explainAccess: async ({ db, caller, query, learner, clock }) => {
      const standing = await findLearnerTies(db, query.person_id, learner, clock())
      if (!standing) throw notFound()
      const { facts } = standing
      // Guardians who work here see only their own link, like all others: another guardian is answered for as a stranger.
      const isHidden = learner.relation === 'guardian' && query.person_id !== caller.userId
      const ties = isHidden ? { ...standing.ties, isGuardian: false } : standing.ties
      return {
        relation: relationOf(ties, 'readWork'),
        ties: tiesOf({ ...standing, ties }),
        actions: LEARNER_ACTIONS.map((action) => ({
          action,
          allowed: may(action, relationOf(ties, action), facts),
        })),
      }
    },
  })
}

const TIES = {
  isSelf: 'self',
  isGuardian: 'guardian',
  isAdvisor: 'advisor',
  isPeer: 'peer',
  isAdmin: 'admin',
  isSafeguarding: 'safeguarding',
} as const satisfies Record<keyof Ties, string>

const tiesOf = ({ ties, since }: LearnerTies) => {
  const dates: Partial<Record<keyof Ties, string | null>> = {
    isGuardian: since.guardian,
    isAdvisor: since.advisor,
  }
  return (Object.keys(TIES) as (keyof Ties)[])
    .filter((tie) => ties[tie])
    .map((tie) => ({ tie: TIES[tie], since: dates[tie] ?? null }))
}
