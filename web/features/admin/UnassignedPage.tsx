import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Colleague, UnassignedLearner } from '#contract/caseload'
import { Button, LoadMore, Select, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { HandOver } from './HandOver.tsx'
import { caseload, colleaguesQuery, unassigned } from './queries.ts'

export const handle = { failed: 'The learners could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [unassigned, colleaguesQuery])

/** Learners without an active advisor. */
const UnassignedPage = () => {
  const list = useSuspenseInfiniteQuery(unassigned)
  const { pages } = list.data
  const colleagues = useQuery(caseload.listColleagues.query())
  const learners = pages.flatMap(({ items }) => items)
  return (
    <div className="space-y-8">
      {learners.length === 0 ? (
        <p className="text-muted">Every learner has an advisor.</p>
      ) : (
        <div>
          <ul className="space-y-4">
            {learners.map((learner) => (
              <Learner
                key={learner.id}
                learner={learner}
                colleagues={colleagues.data?.items ?? []}
              />
            ))}
          </ul>
          <LoadMore list={list} />
        </div>
      )}
      <HandOver colleagues={colleagues.data?.items ?? []} />
    </div>
  )
}

type LearnerProps = { learner: UnassignedLearner; colleagues: readonly Colleague[] }

const Learner = ({ learner, colleagues }: LearnerProps) => {
  const [advisorId, setAdvisorId] = useState('')
  const assign = useApiMutation(caseload.assignAdvisor)
  const name = `${learner.first_name} ${learner.last_name}`
  const store = () =>
    assign.mutate(
      { params: { id: learner.id }, body: { advisor_id: advisorId } },
      {
        onSuccess: () => toast.success(`${name} now has an advisor`),
        onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')),
      },
    )
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-5 shadow-low">
      <div>
        <h3 className="text-lg">{name}</h3>
        <p className="text-sm text-muted">
          Joined {dateOf(learner.created_at)}
          {learner.before ? `; ${learner.before} no longer works at this school` : ''}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-60">
          <Select
            id={`advisor-${learner.id}`}
            label="Advisor"
            placeholder="Choose an advisor"
            value={advisorId}
            options={colleagues.map(({ id, name, learners }) => ({
              value: id,
              label: `${name}, ${learners} ${learners === 1 ? 'learner' : 'learners'}`,
            }))}
            onChange={(event) => setAdvisorId(event.target.value)}
          />
        </div>
        <Button disabled={advisorId === ''} busy={assign.isPending} onClick={store}>
          Assign<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

export default UnassignedPage
