import type { DiplomaSnapshot } from '#contract/diploma'
import type { AchievementContent } from '#features/credentials'
import type { Db } from '#platform/database'

import { findDiploma } from './queries.ts'

/** Content of a diploma's credential, from its snapshot alone; undefined when the credential is not a diploma's. */
export const diplomaContent = async (
  db: Db,
  credentialId: string,
): Promise<AchievementContent | undefined> => {
  const row = await findDiploma(db, { credentialId })
  if (!row) return undefined
  const { kind, title, holder_name, public_name, school, quests, xp, number, rests_on } =
    row.snapshot
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
          : `Records the completion of ${count} with ${xp.total} XP${rests_on ? ' of accepted work' : ''} at ${school}. Number ${number}.`,
      criteria: criteriaOf(row.snapshot),
      tags: [],
    },
  }
}

/** Titles are user input: escapes all Markdown. */
const plain = (title: string) => title.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, '\\$&')

const criteriaOf = ({ quests, rests_on }: DiplomaSnapshot) =>
  quests.length === 0
    ? 'The school’s diploma requirements, or what it accepted in their place.'
    : [
        rests_on
          ? 'An advisor has accepted every required task of these quests:'
          : 'Every required task of these quests was handed in:',
        '',
        ...quests.map(({ title }) => `- ${plain(title)}`),
      ].join('\n')
