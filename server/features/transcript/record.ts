import type { Course, TranscriptRecord } from '#contract/transcript'
import { findCatalog } from '#features/catalog'
import { countCredits, type Counted, findPlan, type Plan } from '#features/credits'
import { siteNameOf } from '#features/site'
import { notFound, type Parts } from '#platform/http'
import {
  amountOf,
  creditRows,
  creditsOf,
  creditsThatAddUp,
  type CreditSums,
  masteryOf,
  type SubjectCredits,
  sumOf,
} from '#rules/credits'
import { type Grade, gradePointAverage, schoolYearOf } from '#rules/grades'
import { type Subject, SUBJECT_NAMES } from '#rules/subjects'

import { badgesOf } from './badges.ts'
import { type CourseGrade, findRecord, type TranscriptSnapshot } from './queries.ts'

/**
 * A learner's current record.
 * @throws notFound if the account is deleted
 */
export const recordOf = async (
  { db, config }: Pick<Parts, 'db' | 'config'>,
  learnerId: string,
  now: Date,
): Promise<TranscriptRecord> => {
  const standing = await findRecord(db, learnerId)
  if (!standing) throw notFound()
  const plan = await findPlan(db, standing.plan_id)
  const catalog = await findCatalog(db, standing.catalog_version, standing.alone)
  const earned = countCredits(standing, catalog, plan).filter(({ state }) => state === 'earned')
  const work = earned.filter((each) => each.task !== undefined)
  const courses = coursesOf(work, standing.grades, plan)
  const sums = sumOf(earned)
  const { rows, total } = creditRows(sums, plan)
  const titleOf = (questId: string, version: number) => catalog.quest(questId, version)?.title ?? ''
  return {
    learner: { first_name: standing.first_name, last_name: standing.last_name },
    school: siteNameOf(standing.site_name),
    school_contact: {
      address: textOrNull(standing.postal_address),
      email: textOrNull(standing.support_email) ?? config.SUPPORT_EMAIL ?? null,
    },
    as_of: now.toISOString(),
    plan,
    subjects: subjectsOf(rows, sums, earned, plan),
    total: { earned: total.earned, required: total.required, pieces: work.length },
    years: yearsOf(courses, standing, plan, titleOf),
    added: addedOf(standing, plan),
    gpa: gradePointAverage(courses),
    badges: await badgesOf(db, learnerId),
  }
}

const textOrNull = (stored: unknown) => (typeof stored === 'string' ? stored : null)

type CountedWork = Extract<Counted, { entry?: undefined }>

const nameOf = (subject: Subject, plan: Plan) =>
  plan.subjects.find((each) => each.subject === subject)?.name ?? SUBJECT_NAMES[subject]

const subjectsOf = (
  rows: readonly SubjectCredits[],
  sums: CreditSums,
  earned: readonly Counted[],
  plan: Plan,
): TranscriptRecord['subjects'] => {
  const added = sumOf(earned.filter(({ entry }) => entry !== undefined))
  const pieces = new Map<Subject, { all: number; revised: number }>()
  for (const each of earned) {
    if (each.entry) continue
    const isRevised = (each.handIn?.number ?? 1) > 1
    for (const { subject } of each.parts) {
      const count = pieces.get(subject) ?? { all: 0, revised: 0 }
      count.all += 1
      if (isRevised) count.revised += 1
      pieces.set(subject, count)
    }
  }
  return rows.map(({ subject, earned, required }) => ({
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
 * Groups a school year's work into courses: one per subject, and one per separately graded quest, whose credit is then excluded
 * from the subjects. Together they contain all credit of the year.
 */
const coursesOf = (
  work: readonly CountedWork[],
  grades: readonly CourseGrade[],
  plan: Plan,
): Weighed[] => {
  const years = new Map<string, Year>()
  for (const { quest, handIn, parts } of work) {
    const school_year = schoolYearOf(handIn?.at ?? '', plan.school_year_begins)
    const year = getOrAdd(years, school_year, () => emptyYear(school_year, grades))
    const ownGrade = year.grades.get(quest.id) ?? null
    for (const { subject, amount } of parts) {
      if (ownGrade !== null) {
        const fresh = () => ({ ...questCourse(quest, ownGrade), school_year, amount: 0 })
        getOrAdd(year.courses, quest.id, fresh).amount += amount
        continue
      }
      const grade = year.grades.get(subject) ?? null
      const fresh = () => ({ ...subjectCourse(subject, grade, plan), school_year, amount: 0 })
      getOrAdd(year.courses, subject, fresh).amount += amount
      const behind = getOrAdd(year.quests, subject, () => new Map<string, number>())
      behind.set(quest.title, (behind.get(quest.title) ?? 0) + amount)
    }
  }
  return [...years.values()].flatMap(({ courses, quests }) =>
    [...courses.values()].map((course) => ({
      ...course,
      quests: course.kind === 'quest' ? [] : inOrder(quests.get(course.subject) ?? new Map()),
    })),
  )
}

type Year = {
  /** By subject or quest. */
  courses: Map<string, Weighed>
  grades: Map<string, Grade | null>
  /** Quests behind each subject, with their credit. */
  quests: Map<Subject, Map<string, number>>
}

const emptyYear = (schoolYear: string, grades: readonly CourseGrade[]): Year => ({
  courses: new Map(),
  quests: new Map(),
  grades: new Map(
    grades
      .filter(({ school_year }) => school_year === schoolYear)
      .map(({ quest_id, subject, grade }) => [quest_id ?? subject ?? '', grade]),
  ),
})

const getOrAdd = <K, V>(map: Map<K, V>, key: K, fresh: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const added = fresh()
  map.set(key, added)
  return added
}

const inOrder = (brought: ReadonlyMap<string, number>): string[] =>
  [...brought]
    .toSorted(([a, one], [b, other]) => other - one || compare(a, b))
    .map(([title]) => title)

/** `localeCompare` would resolve the locale on every call. */
const { compare } = new Intl.Collator('en')

const subjectCourse = (subject: Subject, grade: Grade | null, plan: Plan) => ({
  kind: 'subject' as const,
  subject,
  quest_id: null,
  title: nameOf(subject, plan),
  grade,
  quests: [],
})

const questCourse = (quest: CountedWork['quest'], grade: Grade) => ({
  kind: 'quest' as const,
  subject: mostOf(quest),
  quest_id: quest.id,
  title: quest.title,
  grade,
  quests: [],
})

/** The subject with the largest share in a quest. */
const mostOf = ({ tasks, subjects }: CountedWork['quest']): Subject => {
  const share = (subject: Subject) =>
    tasks.reduce((sum, { xp, subjects }) => sum + xp * (subjects[subject] ?? 0), 0)
  return subjects.toSorted((a, b) => share(b) - share(a))[0] ?? 'electives'
}

const yearsOf = (
  courses: readonly Weighed[],
  { completed }: TranscriptSnapshot,
  plan: Plan,
  titleOf: (questId: string, version: number) => string,
): TranscriptRecord['years'] => {
  const finished = Map.groupBy(completed, ([, day]) => schoolYearOf(day, plan.school_year_begins))
  const years = new Set([...courses.map(({ school_year }) => school_year), ...finished.keys()])
  const order = new Map(plan.subjects.map(({ subject }, i) => [subject, i]))
  const place = ({ subject }: Weighed) => order.get(subject) ?? plan.subjects.length
  // Rounded over all years, so that courses and added credit sum up to the total of the subjects.
  const amounts = courses.map(({ amount }) => amount)
  const shown = new Map(creditsThatAddUp(amounts, plan).map((credits, i) => [courses[i]!, credits]))
  const creditsFor = (course: Weighed) => shown.get(course) ?? 0
  return [...years].toSorted().map((school_year) => {
    const ofYear = courses
      .filter((course) => course.school_year === school_year)
      .toSorted(
        (a, b) => place(a) - place(b) || compare(b.kind, a.kind) || compare(a.title, b.title),
      )
    return {
      school_year,
      courses: ofYear.map((course) => ({ ...course, credits: creditsFor(course) })),
      credits: Math.round(ofYear.reduce((sum, course) => sum + creditsFor(course) * 100, 0)) / 100,
      gpa: gradePointAverage(ofYear),
      quests_completed: (finished.get(school_year) ?? []).map(([id, , version]) =>
        titleOf(id, version),
      ),
    }
  })
}

const addedOf = ({ entries }: TranscriptSnapshot, plan: Plan): TranscriptRecord['added'] => {
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
