import { Fragment, type ReactNode } from 'react'

import type { TranscriptRecord } from '#contract/transcript'
import { MASTERY } from '#rules/credits'
import { dayInWords, paperDate } from '#web/format'

import { nameOf, piecesInWords, twoDecimals, yearName } from './labels.ts'

type Rendering = 'mastery' | 'courses'

type RecordViewProps = {
  record: TranscriptRecord
  rendering: Rendering
  /** Facts about an official transcript, before those of the record. */
  facts?: readonly (readonly [string, string])[]
  /** The heading is one level below the page's. */
  title: string
}

const NONE: NonNullable<RecordViewProps['facts']> = []

/** A transcript as a page, for screen and print, readable in two minutes. */
export const RecordView = ({ record, rendering, facts = NONE, title }: RecordViewProps) => (
  <article className="rounded-card border border-line bg-surface p-5 shadow-low sm:p-8 print:border-0 print:p-0 print:shadow-none">
    <header className="mb-6">
      <p className="font-semibold text-brand">{record.school}</p>
      <h2 className="text-2xl">{title}</h2>
    </header>
    <dl className="mb-8 grid gap-x-8 gap-y-3 border-t-2 border-brand pt-4 sm:grid-cols-2">
      {[
        ['Learner', nameOf(record)] as const,
        ...facts,
        ['Record as of', paperDate(record.as_of)] as const,
        [
          'Credits earned',
          `${twoDecimals(record.total.earned)} of ${twoDecimals(record.total.required)}`,
        ] as const,
        [
          'Grade point average',
          record.gpa === null
            ? 'No grades recorded'
            : `${twoDecimals(record.gpa)} of ${twoDecimals(4)}`,
        ] as const,
        ['Accepted pieces of work', String(record.total.pieces)] as const,
        ['Standard', `${record.plan.name}, version ${record.plan.version}`] as const,
      ].map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
    {rendering === 'mastery' ? <Mastery record={record} /> : <Courses record={record} />}
    <Added record={record} />
    <Badges record={record} />
  </article>
)

const HEAD = 'border-b-2 border-line px-2 py-2 text-left text-sm font-semibold first:pl-0 last:pr-0'
const CELL = 'border-b border-line px-2 py-2.5 align-top first:pl-0 last:pr-0'
/** Shown below the subject's name on narrow screens. */
const WIDE_ONLY = '@max-[32rem]:hidden'
const FIGURE = 'text-right tabular-nums'
/** A table footer would be repeated on every printed page. */
const ONCE = 'print:table-row-group'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8">
    <h3 className="mb-2 text-xl">{title}</h3>
    {children}
  </section>
)

const Mastery = ({ record }: { record: TranscriptRecord }) => {
  const { plan, subjects, total, years } = record
  const finished = years.filter(({ quests_completed }) => quests_completed.length > 0)
  return (
    <>
      <Section title="Credits by subject">
        <div className="@container">
          <table className="w-full">
            <thead>
              <tr>
                <th scope="col" className={`${HEAD} @max-[32rem]:w-full`}>
                  Subject
                </th>
                <th scope="col" className={`${HEAD} text-right`}>
                  Earned
                </th>
                <th scope="col" className={`${HEAD} text-right`}>
                  Required
                </th>
                <th scope="col" className={`${HEAD} ${WIDE_ONLY}`}>
                  Level
                </th>
                <th scope="col" className={`${HEAD} ${WIDE_ONLY}`}>
                  Accepted work
                </th>
              </tr>
            </thead>
            <tbody>
              {subjects.map((row) => (
                <tr key={row.subject}>
                  <th scope="row" className={`${CELL} text-left font-medium`}>
                    {row.name}
                    <span className="block text-sm font-normal text-muted @min-[32rem]:hidden">
                      {plan.mastery[row.mastery].name}
                      {row.pieces === 0 ? '' : `, ${piecesInWords(row.pieces, row.revised)}`}
                    </span>
                  </th>
                  <td className={`${CELL} ${FIGURE} font-semibold`}>{twoDecimals(row.earned)}</td>
                  <td className={`${CELL} ${FIGURE}`}>{twoDecimals(row.required)}</td>
                  <td className={`${CELL} ${WIDE_ONLY}`}>{plan.mastery[row.mastery].name}</td>
                  <td className={`${CELL} ${WIDE_ONLY}`}>
                    {piecesInWords(row.pieces, row.revised)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot className={ONCE}>
              <tr className="font-semibold">
                <th scope="row" className={`${CELL} text-left`}>
                  Total
                </th>
                <td className={`${CELL} ${FIGURE}`}>{twoDecimals(total.earned)}</td>
                <td className={`${CELL} ${FIGURE}`}>{twoDecimals(total.required)}</td>
                <td className={`${CELL} ${WIDE_ONLY}`} />
                <td className={`${CELL} ${WIDE_ONLY}`}>{piecesInWords(total.pieces, 0)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="mt-3 text-sm text-muted">
          {MASTERY.map((level) => `${plan.mastery[level].name}: ${plan.mastery[level].about}`).join(
            ' ',
          )}{' '}
          {plan.mastery_rule}
        </p>
      </Section>
      {finished.length > 0 ? (
        <Section title="Completed quests">
          <dl className="space-y-3">
            {finished.map(({ school_year, quests_completed }) => (
              <div key={school_year}>
                <dt className="font-semibold">{yearName(school_year)}</dt>
                <dd>{quests_completed.join(' · ')}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ) : null}
    </>
  )
}

const Courses = ({ record }: { record: TranscriptRecord }) => {
  const nameIn = new Map(record.subjects.map(({ subject, name }) => [subject, name]))
  const taught = record.years.filter(({ courses }) => courses.length > 0)
  if (taught.length === 0) return <p className="text-muted">No course has credit yet.</p>
  return (
    <>
      {taught.map(({ school_year, courses, credits }) => (
        <Section key={school_year} title={`School year ${yearName(school_year)}`}>
          <table className="w-full">
            <thead>
              <tr>
                <th scope="col" className={`${HEAD} w-full`}>
                  Course
                </th>
                <th scope="col" className={`${HEAD} text-right`}>
                  Credits
                </th>
                <th scope="col" className={`${HEAD} text-right`}>
                  Grade
                </th>
              </tr>
            </thead>
            <tbody>
              {courses.map((course) => (
                <Fragment key={course.quest_id ?? course.subject}>
                  <tr className="break-after-avoid">
                    <th
                      scope="row"
                      className="pt-2.5 pr-2 text-left align-top font-medium wrap-anywhere"
                    >
                      {course.title}
                    </th>
                    <td className={`px-2 pt-2.5 align-top ${FIGURE}`}>
                      {twoDecimals(course.credits)}
                    </td>
                    <td className="pt-2.5 pl-2 text-right align-top">{course.grade ?? 'Credit'}</td>
                  </tr>
                  <tr>
                    <td
                      colSpan={3}
                      className="border-b border-line pb-2.5 text-sm wrap-anywhere text-muted"
                    >
                      {course.kind === 'quest'
                        ? `A quest graded on its own, mostly ${nameIn.get(course.subject) ?? ''}`
                        : course.quests.join(' · ')}
                    </td>
                  </tr>
                </Fragment>
              ))}
            </tbody>
            <tfoot className={ONCE}>
              <tr className="font-semibold">
                <th scope="row" className={`${CELL} text-left`}>
                  Total of {yearName(school_year)}
                </th>
                <td className={`${CELL} ${FIGURE}`}>{twoDecimals(credits)}</td>
                <td className={CELL} />
              </tr>
            </tfoot>
          </table>
        </Section>
      ))}
      <p className="mt-3 text-sm text-muted">
        Grades run from A+ and A (4.0) to F (0). P is passed and Credit is accepted work without a
        grade; neither counts towards the average, which is weighted by credit.
      </p>
    </>
  )
}

const Added = ({ record: { added } }: { record: TranscriptRecord }) =>
  added.length === 0 ? null : (
    <Section title="Credit from elsewhere, and adjustments">
      <ul className="divide-y divide-line border-y border-line">
        {added.map((each) => (
          <li
            key={`${each.subject} ${each.recorded_on} ${each.reason}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5"
          >
            <div className="min-w-0 basis-60 grow">
              <p className="font-medium">{each.institution ?? 'Adjustment by an advisor'}</p>
              <p className="text-sm text-muted">
                {each.kind === 'outside' ? 'Work outside school, confirmed by a witness. ' : ''}
                {each.reason} Recorded on {dayInWords(each.recorded_on)}.
              </p>
            </div>
            <p className="tabular-nums">
              {each.name} <span className="font-semibold">{twoDecimals(each.credits)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )

const Badges = ({ record: { badges } }: { record: TranscriptRecord }) =>
  badges.length === 0 ? null : (
    <Section title="Badges">
      <ul className="list-disc pl-5">
        {badges.map(({ name, earned_on, credential_id }) => (
          <li key={credential_id}>
            {name}, {dayInWords(earned_on)}
          </li>
        ))}
      </ul>
    </Section>
  )
