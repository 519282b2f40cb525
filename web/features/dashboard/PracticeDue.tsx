import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'

type Props = { due: Dashboard['practice_due']; isYoung: boolean }

/** One line, only if practice is due. */
export const PracticeDue = ({ due, isYoung }: Props) => {
  if (!due) return null
  const { exercises, set } = due
  return (
    <p className={isYoung ? 'mx-auto max-w-3xl text-xl' : ''}>
      <Link
        to={set ? paths.practice(set.slug) : paths.allPractice}
        className="link inline-flex min-h-11 items-center"
      >
        {exercises === 1 ? 'One exercise is due' : `${exercises} exercises are due`}:{' '}
        {set ? set.title : 'practise'}
      </Link>
    </p>
  )
}
