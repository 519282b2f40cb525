import { client } from '#web/api'
import { ownTimeZone } from '#web/format'

export const practice = client('practice')

export const getPracticeSet = (slug: string) => practice.getPracticeSet.query({ params: { slug } })

/** The sets that a learner has begun. */
export const listPractice = (learnerId: string) =>
  practice.listPractice.query({ params: { id: learnerId }, query: { time_zone: ownTimeZone() } })

/** The sets that a task can ask for; they change with the program alone. */
export const practiceSets = () => ({ ...practice.listPracticeSets.query(), staleTime: Infinity })
