import { client } from '#web/api'

export const practice = client('practice')

export const getPracticeSet = (slug: string) => practice.getPracticeSet.query({ params: { slug } })

/** The sets that a learner has begun. */
export const listPractice = (learnerId: string) =>
  practice.listPractice.query({ params: { id: learnerId } })

/** The sets that a task can ask for; they change with the program alone. */
export const practiceSets = () => ({ ...practice.listPracticeSets.query(), staleTime: Infinity })
