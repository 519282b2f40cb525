import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { useUser } from '#views/auth'

import { listPractice } from './queries.ts'
import { sendAnswers } from './unsent.ts'

/** One line on the first screen, only if practice is due. */
export const PracticeDue = ({ isYoung }: { isYoung: boolean }) => {
  const { data } = useQuery(listPractice(useUser().id))
  useEffect(() => void sendAnswers(), [])
  const due = data?.sets.filter(({ due }) => due > 0) ?? []
  const [first] = due
  if (!first) return null
  const count = due.reduce((sum, { due }) => sum + due, 0)
  return (
    <p className={isYoung ? 'mx-auto max-w-3xl text-xl' : ''}>
      <Link
        to={due.length === 1 ? paths.practice(first.slug) : paths.allPractice}
        className="link inline-flex min-h-11 items-center"
      >
        {count === 1 ? 'One exercise is due' : `${count} exercises are due`}:{' '}
        {due.length === 1 ? first.title : 'practise'}
      </Link>
    </p>
  )
}
