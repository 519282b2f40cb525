import type { Course, TranscriptRecord } from '#contract/transcript'
import { findCatalog } from '#features/catalog'
import { countCredits, findPlan } from '#features/credits'
import type { Counted, Plan } from '#features/credits'
import { siteNameOf } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { amountOf, creditRows, creditsOf, masteryOf, sumOf } from '#rules/credits'
import { gradePointAverage, schoolYearOf } from '#rules/grades'
import type { Grade } from '#rules/grades'
import { SUBJECT_NAMES } from '#rules/subjects'
import type { Subject } from '#rules/subjects'

import { badgesOf } from './badges.ts'
import { findRecord } from './queries.ts'
import type { CourseGrade, Standing } from './queries.ts'

/**
 * A learner's record as it is now.
 * @throws notFound when the account is gone
 */
export const recordOf = async (db: Db, learnerId: string, now: Date): Promise<TranscriptRecord> => {
  const standing = await findRecord(db, learnerId)
  if (!standing) throw notFound()
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version)
  const earned = countCredits(standing, catalog, plan).filter(({ state }) => state === 'earned')
  const work = earned.filter((each) => each.task !== undefined)
  const subjects = subjectsOf(earned, plan)
  const courses = coursesOf(work, standing.grades, plan)
  const { total } = creditRows(sumOf(earned), plan)
  const titleOf = (questId: string) => catalog.quest(questId)?.title ?? ''
  return {
    learner: { first_name: standing.first_name, last_name: standing.last_name },
    school: siteNameOf(standing.site_name),
    as_of: now.toISOString(),
    plan,
    subjects,
    total: { earned: total.earned, required: total.required, pieces: work.length },
    years: yearsOf(courses, standing, plan, titleOf),
    added: addedOf(standing, plan),
    gpa: gradePointAverage(courses),
    badges: await badgesOf(db, learnerId),
  }
}

type Work = Extract<Counted, { entry?: undefined }>

const nameOf = (subject: Subject, plan: Plan) =>
  plan.subjects.find((each) => each.subject === subject)?.name ?? SUBJECT_NAMES[subject]

const subjectsOf = (earned: readonly Counted[], plan: Plan): TranscriptRecord['subjects'] => {
  const sums = sumOf(earned)
  const added = sumOf(earned.filter(({ entry }) => entry !== undefined))
  const pieces = new Map<Subject, { all: number; revised: number }>()
  for (const { parts, entry, ...work } of earned) {
    if (entry) continue
    for (const { subject } of parts) {
      const before = pieces.get(subject) ?? { all: 0, revised: 0 }
      const isRevised = 'handIn' in work && (work.handIn?.number ?? 1) > 1
      pieces.set(subject, {
        all: before.all + 1,
        revised: before.revised + (isRevised ? 1 : 0),
      })
    }
  }
  return creditRows(sums, plan).rows.map(({ subject, earned, required }) => ({
    subject,
    name: nameOf(subject, plan),
    earned,
    required,
    mastery: masteryOf(sums.get(subject)?.earned ?? 0, amountOf(required, plan)),
    pieces: pieces.get(subject)?.all ?? 0,
    revised: pieces.get(subject)?.revised ?? 0,
    added: creditsOf(added.get(subject)?.earned ?? 0, plan),
  }))
}

/** A course with its exact credit. */
type Weighed = Omit<Course, 'credits'> & { school_year: string; amount: number }

/**
 * The work of a school year as courses: what counts for a subject is one course, and a quest that was graded by itself is
 * another, whose credit then counts in no subject's course. Together they are all the credit of the year.
 */
const coursesOf = (
  work: readonly Work[],
  grades: readonly CourseGrade[],
  plan: Plan,
): Weighed[] => {
  const courses = new Map<string, Weighed>()
  const quests = new Map<string, Map<string, number>>()
  const graded = new Map(
    grades.map(({ school_year, quest_id, subject, grade }) => [
      `${school_year} ${quest_id ?? subject}`,
      grade,
    ]),
  )
  const add = (key: string, amount: number, fresh: () => Omit<Weighed, 'amount'>) => {
    const course = courses.get(key) ?? { ...fresh(), amount: 0 }
    courses.set(key, { ...course, amount: course.amount + amount })
  }
  for (const { quest, handIn, parts } of work) {
    const school_year = schoolYearOf(handIn?.at ?? '', plan.school_year_begins)
    const ownGrade = graded.get(`${school_year} ${quest.id}`) ?? null
    for (const { subject, amount } of parts) {
      if (ownGrade !== null) {
        const fresh = () => ({ ...questCourse(quest, ownGrade), school_year })
        add(`${school_year} ${quest.id}`, amount, fresh)
        continue
      }
      const key = `${school_year} ${subject}`
      const grade = graded.get(key) ?? null
      add(key, amount, () => ({ ...subjectCourse(subject, grade, plan), school_year }))
      const behind = quests.get(key) ?? new Map<string, number>()
      quests.set(key, behind.set(quest.title, (behind.get(quest.title) ?? 0) + amount))
    }
  }
  return [...courses].map(([key, course]) => ({
    ...course,
    quests: [...(quests.get(key) ?? [])]
      .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
      .map(([title]) => title),
  }))
}

const subjectCourse = (subject: Subject, grade: Grade | null, plan: Plan) => ({
  kind: 'subject' as const,
  subject,
  quest_id: null,
  title: nameOf(subject, plan),
  grade,
  quests: [],
})

const questCourse = (quest: Work['quest'], grade: Grade) => ({
  kind: 'quest' as const,
  subject: mostOf(quest),
  quest_id: quest.id,
  title: quest.title,
  grade,
  quests: [],
})

/** The subject that has the largest part in a quest. */
const mostOf = ({ tasks, subjects }: Work['quest']): Subject => {
  const share = (subject: Subject) =>
    tasks.reduce((sum, { xp, subjects }) => sum + xp * (subjects[subject] ?? 0), 0)
  return subjects.toSorted((a, b) => share(b) - share(a))[0] ?? 'electives'
}

const yearsOf = (
  courses: readonly Weighed[],
  { completed }: Standing,
  plan: Plan,
  titleOf: (questId: string) => string,
): TranscriptRecord['years'] => {
  const finished = Map.groupBy(
    Object.entries(completed).toSorted(([, a], [, b]) => a.localeCompare(b)),
    ([, at]) => schoolYearOf(at, plan.school_year_begins),
  )
  const years = new Set([...courses.map(({ school_year }) => school_year), ...finished.keys()])
  const order = new Map(plan.subjects.map(({ subject }, i) => [subject, i]))
  const place = ({ subject }: Weighed) => order.get(subject) ?? plan.subjects.length
  return [...years].toSorted().map((school_year) => {
    const ofYear = courses
      .filter((course) => course.school_year === school_year)
      .toSorted(
        (a, b) =>
          place(a) - place(b) || b.kind.localeCompare(a.kind) || a.title.localeCompare(b.title),
      )
    return {
      school_year,
      courses: ofYear.map((course) => ({ ...course, credits: creditsOf(course.amount, plan) })),
      credits: creditsOf(
        ofYear.reduce((sum, { amount }) => sum + amount, 0),
        plan,
      ),
      gpa: gradePointAverage(ofYear),
      quests_completed: (finished.get(school_year) ?? []).map(([id]) => titleOf(id)),
    }
  })
}

const addedOf = ({ entries }: Standing, plan: Plan): TranscriptRecord['added'] => {
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  return entries.flatMap(({ id, kind, subject, hundredths, institution, reason, created_at }) =>
    kind === 'reversal' || reversed.has(id)
      ? []
      : [
          {
            kind,
            subject,
            name: nameOf(subject, plan),
            credits: hundredths / 100,
            institution,
            reason,
            recorded_on: created_at.slice(0, 10),
          },
        ],
  )
}
