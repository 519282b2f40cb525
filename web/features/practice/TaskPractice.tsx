import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { PracticeSet } from '#contract/practice'
import { Button, Skeleton } from '#ui'
import { useUser } from '#views/auth'
import { localDay } from '#web/format'

import { Player } from './Player.tsx'
import { getPracticeSet } from './queries.ts'
import { Skills } from './Skills.tsx'
import { isDueToday, usePractised } from './use-round.ts'

/** The practice that a task asks for, in the task. Renders nothing if the set does not ship with this site. */
export const TaskPractice = ({ slug, isYoung }: { slug: string; isYoung: boolean }) => {
  const { data: set, isPending } = useQuery(getPracticeSet(slug))
  const user = useUser()
  if (isPending) return <Skeleton className="h-32" />
  return set ? <Loaded set={set} learnerId={user.id} isYoung={isYoung} /> : null
}

type Props = { set: PracticeSet; learnerId: string; isYoung: boolean }

const Loaded = ({ set, learnerId, isYoung }: Props) => {
  const practised = usePractised(set, learnerId)
  const [isOpen, setIsOpen] = useState(false)
  const due = practised.filter((each) => isDueToday(each, localDay())).length
  const mastered = practised.filter(({ status }) => status === 'mastered').length
  const isDone = mastered === practised.length
  return (
    <section
      aria-label={`Practice: ${set.title}`}
      className="space-y-3 rounded-card border border-line bg-bg p-4 sm:p-5"
    >
      <div>
        <h4 className="text-lg">Practice: {set.title}</h4>
        <p className="text-muted">{set.summary}</p>
      </div>
      <p className="no-print">
        {mastered} of {practised.length} skills mastered.{' '}
        {isDone ? 'It goes along when you hand in.' : ''}
      </p>
      {isOpen ? (
        <Player set={set} learnerId={learnerId} isYoung={isYoung} />
      ) : (
        <div className="no-print space-y-3">
          {practised.some(({ tries }) => tries > 0) ? <Skills practised={practised} /> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button size={isYoung ? 'large' : 'medium'} onClick={() => setIsOpen(true)}>
              {due > 0 ? `Practise ${due}` : 'Practise again'}
            </Button>
            <Link to={paths.practice(set.slug)} className="link inline-flex min-h-11 items-center">
              On a page of its own, or on paper
            </Link>
          </div>
        </div>
      )}
    </section>
  )
}
