import type { AchievementContent } from '#features/credentials'
import type { Db } from '#platform/database'

import { findDiploma } from './queries.ts'

/** What the credential of a diploma says, from its snapshot alone; undefined when it is none. */
export const diplomaContent = async (
  db: Db,
  credentialId: string,
): Promise<AchievementContent | undefined> => {
  const row = await findDiploma(db, { credentialId })
  if (!row) return undefined
  const { kind, title, holder_name, public_name, school, quests, xp, number } = row.snapshot
  const count = quests.length === 1 ? 'one quest' : `${quests.length} quests`
  return {
    holderName: public_name ?? holder_name,
    achievement: {
      id: row.id,
      type: kind === 'accredited' ? 'Diploma' : 'CertificateOfCompletion',
      name: title,
      description:
        kind === 'accredited'
          ? `${school} certifies that its requirements for the diploma are satisfied. Number ${number}.`
          : `Records the completion of ${count} with ${xp.total} XP at ${school}. Number ${number}.`,
      criteria: criteriaOf(quests.map((quest) => quest.title)),
      tags: [],
    },
  }
}

/** Titles are people's words: nothing in them becomes Markdown. */
const plain = (title: string) => title.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, '\\$&')

const criteriaOf = (titles: readonly string[]) =>
  titles.length === 0
    ? 'The school’s requirements for its diploma, or what it accepted in their place.'
    : [
        'Every required task of these quests was done:',
        '',
        ...titles.map((title) => `- ${plain(title)}`),
      ].join('\n')
