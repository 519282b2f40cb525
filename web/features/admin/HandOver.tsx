import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Colleague } from '#contract/caseload'
import { MAX_MOVED } from '#rules/caseload'
import { Alert, Button, Checkbox, EmptyState, QueryView, SectionCard, Select, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { caseload } from './queries.ts'

const optionsOf = (colleagues: readonly Colleague[]) =>
  colleagues.map(({ id, name, learners }) => ({
    value: id,
    label: `${name}, ${learners} ${learners === 1 ? 'learner' : 'learners'}`,
  }))

/** Hands several learners of one advisor to another at once. */
export const HandOver = ({ colleagues }: { colleagues: readonly Colleague[] }) => {
  const [fromId, setFromId] = useState('')
  return (
    <SectionCard id="hand-over" title="Hand learners to another advisor" className="space-y-5">
      <p className="max-w-text text-muted">
        The learners change at once. Both advisors are told once, with the number of learners.
      </p>
      <Select
        id="hand-over-from"
        label="From"
        placeholder="Choose an advisor"
        value={fromId}
        options={optionsOf(colleagues.filter(({ learners }) => learners > 0))}
        onChange={({ target }) => setFromId(target.value)}
      />
      {fromId === '' ? null : (
        <Learners
          key={fromId}
          fromId={fromId}
          colleagues={colleagues.filter(({ id }) => id !== fromId)}
        />
      )}
    </SectionCard>
  )
}

type LearnersProps = { fromId: string; colleagues: readonly Colleague[] }

const Learners = ({ fromId, colleagues }: LearnersProps) => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [advisorId, setAdvisorId] = useState('')
  const list = useQuery({
    ...caseload.listLearnersOf.query({ params: { id: fromId } }),
    staleTime: 0,
  })
  const move = useApiMutation(caseload.moveLearners)
  const count = `${chosen.length} ${chosen.length === 1 ? 'learner' : 'learners'}`
  const store = () =>
    move.mutate(
      { body: { from_id: fromId, advisor_id: advisorId, learner_ids: [...chosen] } },
      {
        onSuccess: () => {
          setChosen([])
          toast.success(`${count} handed over`)
        },
      },
    )
  return (
    <QueryView query={list} what="the learners" skeleton="h-40">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No learners">This advisor has no learners.</EmptyState>
        ) : (
          <div className="space-y-4">
            <Checkbox
              id="hand-over-all"
              label={items.length > MAX_MOVED ? `The first ${MAX_MOVED} learners` : 'All learners'}
              checked={chosen.length === Math.min(items.length, MAX_MOVED)}
              onChange={({ target }) =>
                setChosen(target.checked ? items.slice(0, MAX_MOVED).map(({ id }) => id) : [])
              }
            />
            <ul className="divide-y divide-line">
              {items.map(({ id, name, since }) => (
                <li key={id} className="py-1">
                  <Checkbox
                    id={`hand-over-${id}`}
                    label={`${name}, since ${dateOf(since)}`}
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      setChosen(
                        target.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
            <Select
              id="hand-over-to"
              label="To"
              placeholder="Choose an advisor"
              value={advisorId}
              options={optionsOf(colleagues)}
              onChange={({ target }) => setAdvisorId(target.value)}
            />
            {move.error ? (
              <Alert tone="danger" role="alert">
                {messageOf(move.error)}
              </Alert>
            ) : null}
            <Button
              disabled={advisorId === '' || chosen.length === 0 || chosen.length > MAX_MOVED}
              busy={move.isPending}
              onClick={store}
            >
              Hand over {count}
            </Button>
          </div>
        )
      }
    </QueryView>
  )
}
