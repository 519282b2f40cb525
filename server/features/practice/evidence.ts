import type { StoredBlock } from '#contract/evidence'
import type { Db } from '#platform/database'
import { isMastered } from '#rules/practice/mastery'

import { practiceLibrary } from './library.ts'
import { statesOf } from './progress.ts'
import { listResults } from './queries.ts'

/** The practice that a task asks for, as a piece of its evidence; none before the learner has begun it. */
export const practiceEvidence = async (
  db: Db,
  learnerId: string,
  slug: string | null,
): Promise<StoredBlock[]> => {
  const set = slug === null ? undefined : (await practiceLibrary()).get(slug)
  if (!set) return []
  const states = statesOf(await listResults(db, learnerId, set.slug))
  if (states.size === 0) return []
  const open = set.exercises.filter(({ id }) => !isMastered(states.get(id)))
  const total = set.exercises.length
  const mastered = total - open.length
  const rest = open.map(({ title }) => `- ${title}`).join('\n')
  const text =
    open.length === 0
      ? `Practice “${set.title}”: all ${total} skills mastered.`
      : `Practice “${set.title}”: ${mastered} of ${total} skills mastered. Not yet:\n\n${rest}`
  return [{ type: 'text', text, practice: { slug: set.slug, mastered, total } }]
}
