import { assignLearner } from '#features/advising'
import { addCreditEntry } from '#features/credits'
import { issueCertificate } from '#features/diploma'
import { issueTranscript, recordGrade, recordOf } from '#features/transcript'
import type { Parts } from '#platform/http'
import type { Grade } from '#rules/grades'
import type { Subject } from '#rules/subjects'

import { CLASSMATES } from './classmates.ts'
import { toDate, type SamplePeople } from './content.ts'

const GRADES: readonly (readonly [Subject, Grade])[] = [
  ['language_arts', 'A-'],
  ['mathematics', 'B+'],
  ['science', 'A'],
  ['social_studies', 'A-'],
]

/** Creates the advisor's records: caseload, transfer credit, grades, an official transcript; and the student's certificate. */
export const insertSampleRecords = async (
  { db, config }: Pick<Parts, 'db' | 'config'>,
  people: SamplePeople,
  now: Date,
): Promise<void> => {
  const { advisor, student, child } = people
  for (const [learnerId, since] of [
    [student, '103 09:00'],
    [child, '60 09:00'],
    ...CLASSMATES.map(({ key, since }) => [people[key], since] as const),
  ] as const) {
    await assignLearner(db, { advisorId: advisor, learnerId, since: toDate(since, now) })
  }
  await addCreditEntry(
    db,
    { learnerId: student, recordedBy: advisor, now: toDate('98 10:15', now) },
    {
      subject: 'world_language',
      credits: 1,
      kind: 'transfer',
      institution: 'Hillview Middle School',
      reason: 'Spanish I, two semesters, final grade A. Transcript of the school seen.',
    },
  )
  const { years } = await recordOf({ db, config }, student, now)
  for (const { school_year, courses } of years) {
    for (const [subject, grade] of GRADES) {
      if (!courses.some((course) => course.subject === subject)) continue
      const by = { learnerId: student, recordedBy: advisor, now }
      await recordGrade(db, by, { school_year, subject, grade })
    }
  }
  await issueTranscript(
    { db, config },
    { userId: advisor, role: 'advisor' },
    {
      learner_id: student,
      recipient: 'Summer programme of Northside College',
      rendering: 'courses',
      paper: 'letter',
      identified_by: 'birth_date',
      expires_at: new Date(now.getTime() + 365 * 24 * 3_600_000).toISOString(),
    },
    now,
  )
  await issueCertificate(db, student, now)
}
