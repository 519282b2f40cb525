import type { TranscriptRecord } from '#contract/transcript'
import type { RecordContent } from '#features/credentials'
import { idFromName } from '#platform/content'
import type { Db } from '#platform/database'

import { findIssued, titleOf } from './issue.ts'

const EPOCH = new Date(0)

/** Content of an official transcript's credential, from its snapshot alone; undefined if it is not a transcript's. */
export const transcriptContent = async (
  db: Db,
  credentialId: string,
): Promise<RecordContent | undefined> => {
  // Validity is checked on the credential itself, so any time will do.
  const found = await findIssued(db, { credentialId }, EPOCH)
  if (!found) return undefined
  const { sha256, transcript } = found.issued
  const { record, number, recipient, rendering, verify_code } = transcript
  const { first_name, last_name } = record.learner
  return {
    holderName: `${first_name} ${last_name}`.trim(),
    title: titleOf(number),
    description: `The record of ${first_name} ${last_name} at ${record.school}, issued for ${recipient}: ${record.total.earned} of ${record.total.required} credits.`,
    achievements:
      rendering === 'mastery' ? subjectsOf(record, credentialId) : coursesOf(record, credentialId),
    text: { path: `/api/verify/${verify_code}/transcript.json`, sha256 },
    badges: record.badges.map(({ credential_id }) => credential_id),
  }
}

type Listed = RecordContent['achievements']

const subjectsOf = ({ subjects, plan }: TranscriptRecord, credentialId: string): Listed =>
  subjects
    .filter(({ earned }) => earned !== 0)
    .map((each) => ({
      id: idFromName(`${credentialId}/${each.subject}`),
      type: 'Competency',
      name: each.name,
      description: `${each.earned} of ${each.required} credits, ${each.pieces} accepted pieces of work.`,
      criteria: plan.mastery_rule,
      credits: each.earned,
      result: { name: 'Level', value: plan.mastery[each.mastery].name },
    }))

const ORIGINS = {
  transfer: (institution) => `transferred from ${institution}`,
  outside: (institution) => `work outside school at ${institution}, confirmed by a witness`,
  adjustment: () => 'adjustment',
} satisfies Record<TranscriptRecord['added'][number]['kind'], (institution: string) => string>

/** Everything in the total: courses, and credit from elsewhere. */
const coursesOf = (record: TranscriptRecord, credentialId: string): Listed => {
  const { years, added, gpa, plan, school } = record
  const courses = years.flatMap(({ school_year, courses }) =>
    courses.map((course) => ({
      id: idFromName(`${credentialId}/${school_year}/${course.quest_id ?? course.subject}`),
      type: 'Course' as const,
      name: `${course.title}, ${school_year}`,
      description: course.quests.length > 0 ? course.quests.join(', ') : `Quest: ${course.title}`,
      criteria: plan.mastery_rule,
      credits: course.credits,
      ...(course.grade ? { result: { name: 'Grade', value: course.grade } } : {}),
    })),
  )
  const fromElsewhere = added.map(({ kind, name, credits, institution, reason }, index) => ({
    id: idFromName(`${credentialId}/added/${index}`),
    type: 'Course' as const,
    name: `${name}, ${ORIGINS[kind](institution ?? 'elsewhere')}`,
    description: reason,
    criteria: 'Recorded by an advisor.',
    credits,
  }))
  if (gpa === null) return [...courses, ...fromElsewhere]
  const average = {
    id: idFromName(`${credentialId}/gpa`),
    type: 'LearningProgram' as const,
    name: `Grade point average at ${school}`,
    description: 'Across all graded courses, on a 4.00 scale, weighted by credits.',
    criteria: 'Each grade is recorded by an advisor.',
    result: { name: 'Grade point average', value: gpa.toFixed(2) },
  }
  return [...courses, ...fromElsewhere, average]
}
