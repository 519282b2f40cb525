import { Link } from 'react-router'

import type { Credits, Planner } from '#contract/credits'
import { paths } from '#contract/paths'
import { SUBJECT_NAMES } from '#rules/subjects'
import { wayToDiploma } from '#rules/way-to-diploma'
import { number } from '#web/format'

type WayToDiplomaProps = {
  rows: Credits['rows']
  library: NonNullable<Planner['library']>
  plan: Credits['plan']
}

/** Shows where the remaining hours of each subject can come from: the library, or elsewhere. */
export const WayToDiploma = ({ rows, library, plan }: WayToDiplomaProps) => {
  const ways = wayToDiploma(rows, library, plan.xp_per_credit)
  if (ways.length === 0) return null
  const sum = (column: 'needed' | 'library' | 'elsewhere') =>
    number(ways.reduce((total, way) => total + way[column], 0))
  const nameOf = (subject: (typeof ways)[number]['subject']) =>
    plan.subjects.find((each) => each.subject === subject)?.name ?? SUBJECT_NAMES[subject]
  return (
    <details className="mb-6 max-w-text">
      <summary className="font-semibold">
        Where the rest can come from: {sum('library')} of {sum('needed')} hours are in the library
      </summary>
      <p className="mt-3">
        In hours, besides what you are working on now. The library counts what is there until you
        are 18.
      </p>
      <table className="my-3 w-full text-sm tabular-nums sm:text-base [&_:is(td,th)]:py-2 [&_:is(td,th)+:is(td,th)]:pl-3">
        <thead>
          <tr className="border-b border-line text-right align-bottom">
            <th scope="col" className="text-left">
              Subject
            </th>
            <th scope="col">To go</th>
            <th scope="col">Library</th>
            <th scope="col">Elsewhere</th>
          </tr>
        </thead>
        <tbody>
          {ways.map(({ subject, needed, library: inLibrary, elsewhere }) => (
            <tr key={subject} className="border-b border-line text-right">
              <th scope="row" className="text-left font-normal">
                <Link to={`${paths.quests}?subject=${subject}`} className="link">
                  {nameOf(subject)}
                </Link>
              </th>
              <td>{number(needed)}</td>
              <td>{number(inLibrary)}</td>
              <td>{number(elsewhere)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="text-right font-semibold">
            <th scope="row" className="text-left">
              All
            </th>
            <td>{sum('needed')}</td>
            <td>{sum('library')}</td>
            <td>{sum('elsewhere')}</td>
          </tr>
        </tfoot>
      </table>
      <p>
        Elsewhere can be tasks of your own, a quest that your advisor writes for you, courses that
        your school writes,{' '}
        <Link to={paths.outsideWork} className="link">
          work outside
        </Link>{' '}
        and credit from another school. Your advisor knows what fits.
      </p>
    </details>
  )
}
