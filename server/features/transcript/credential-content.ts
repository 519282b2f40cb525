import type { RecordContent } from '#features/credentials'
import { idFromName } from '#platform/content'
import type { Db } from '#platform/database'

import { findIssued } from './issue.ts'

const EPOCH = new Date(0)

/** What the credential of an official transcript says, from its snapshot alone; undefined when it is none. */
export const transcriptContent = async (
  db: Db,
  credentialId: string,
): Promise<RecordContent | undefined> => {
  // Whether it holds is the credential's own matter: any moment will do.
  const found = await findIssued(db, { credentialId }, EPOCH)
  if (!found) return undefined
  const { record, number, recipient, rendering } = found.issued.transcript
  const { first_name, last_name } = record.learner
  return {
    holderName: `${first_name} ${last_name}`.trim(),
    title: `Academic transcript ${number}`,
    description: `The record of ${first_name} ${last_name} at ${record.school}, issued for ${recipient}: ${record.total.earned} of ${record.total.required} credits.`,
    achievements:
      rendering === 'mastery'
        ? record.subjects
            .filter(({ earned }) => earned > 0)
            .map((each) => ({
              id: idFromName(`${credentialId}/${each.subject}`),
              type: 'Competency' as const,
              name: each.name,
              description: `${each.earned} of ${each.required} credits, ${each.pieces} accepted pieces of work.`,
              criteria: record.plan.mastery_rule,
              credits: each.earned,
              result: { name: 'Level', value: record.plan.mastery[each.mastery].name },
            }))
        : record.years.flatMap(({ school_year, courses }) =>
            courses.map((course) => ({
              id: idFromName(`${credentialId}/${school_year}/${course.quest_id ?? course.subject}`),
              type: 'Course' as const,
              name: `${course.title}, ${school_year}`,
              description:
                course.quests.length > 0 ? course.quests.join(', ') : `Quest: ${course.title}`,
              criteria: record.plan.mastery_rule,
              credits: course.credits,
              ...(course.grade ? { result: { name: 'Grade', value: course.grade } } : {}),
            })),
          ),
    badges: record.badges.map(({ credential_id }) => credential_id),
  }
}
