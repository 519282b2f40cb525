import type { EditableDiplomaPlan } from '#contract/diploma-plan'
import { listPlans } from '#features/credits'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

/** Returns the current plan and the date of each version. @throws notFound before the first */
export const showDiplomaPlan = async (db: Db): Promise<EditableDiplomaPlan> => {
  const plans = await listPlans(db)
  const [newest] = plans
  if (!newest) throw notFound()
  const { version, name, xp_per_credit, rule, subjects } = newest
  return {
    version,
    name,
    xp_per_credit,
    rule,
    subjects: subjects.map(({ subject, name, required }) => ({ subject, name, required })),
    versions: plans.map(({ version, name, subjects, created_at }) => ({
      version,
      name,
      credits: subjects.reduce((sum, { required }) => sum + required, 0),
      since: created_at,
    })),
  }
}
