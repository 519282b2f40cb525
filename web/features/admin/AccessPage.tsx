import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { ROLE_NAMES } from '#rules/membership'
import { Button, QueryView, SearchBox } from '#ui'
import { dateOf } from '#web/format'

import { ACTION_WORDS, TIE_LABELS } from './access-labels.ts'
import { learners, people } from './queries.ts'

/** Explains a person's current access to a learner. */
const AccessPage = () => {
  const [address, setAddress] = useSearchParams()
  const learnerId = address.get('learner')
  const personId = address.get('person')
  const set = (name: string, id: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete(name)
        else next.set(name, id)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        Choose a learner and another person. The answer comes from the access rules the site itself
        uses, as they apply right now.
      </p>
      <div className="grid gap-6 md:grid-cols-2">
        <Choose
          legend="Learner"
          id="access-learner"
          only="student"
          chosen={learnerId}
          onChoose={(id) => set('learner', id)}
        />
        <Choose
          legend="Viewer"
          id="access-person"
          chosen={personId}
          onChoose={(id) => set('person', id)}
        />
      </div>
      {learnerId && personId ? <Explained learnerId={learnerId} personId={personId} /> : null}
    </div>
  )
}

type ChooseProps = {
  legend: string
  id: string
  only?: 'student'
  chosen: string | null
  onChoose: (id: string | null) => void
}

const Choose = ({ legend, id, only, chosen, onChoose }: ChooseProps) => {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...people.listPeople.query({ query: { search, limit: 6, ...(only ? { role: only } : {}) } }),
    enabled: search !== '' && chosen === null,
  })
  const person = useQuery({
    ...people.showPerson.query({ params: { id: chosen ?? '' } }),
    enabled: chosen !== null,
  })
  return (
    <section aria-labelledby={`${id}-legend`} className="space-y-3">
      <h2 id={`${id}-legend`} className="text-lg">
        {legend}
      </h2>
      {chosen !== null ? (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {person.data ? (
              <>
                <bdi className="font-semibold">
                  {person.data.first_name} {person.data.last_name}
                </bdi>
                , {ROLE_NAMES[person.data.role]}
              </>
            ) : (
              '…'
            )}
          </span>
          <Button variant="secondary" size="small" onClick={() => onChoose(null)}>
            Choose another<span className="visually-hidden">: {legend}</span>
          </Button>
        </p>
      ) : (
        <>
          <SearchBox
            id={id}
            label={`Search: ${legend}`}
            placeholder="Part of a name or email address"
            value={search}
            onSearch={setSearch}
          />
          <ul aria-label={`Found: ${legend}`} className="space-y-1">
            {found.data?.items.map(({ id, first_name, last_name, email }) => (
              <li key={id}>
                <button
                  type="button"
                  className="block min-h-11 w-full rounded-control px-3 py-1 text-left hover:bg-sunk"
                  onClick={() => onChoose(id)}
                >
                  <bdi className="font-semibold">
                    {first_name} {last_name}
                  </bdi>
                  <span className="block text-sm text-muted">{email}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.data?.items.length === 0 ? <p className="text-muted">No matches.</p> : null}
        </>
      )}
    </section>
  )
}

const Explained = ({ learnerId, personId }: { learnerId: string; personId: string }) => {
  const query = useQuery({
    ...learners.explainAccess.query({ query: { learner_id: learnerId, person_id: personId } }),
    staleTime: 0,
  })
  return (
    <QueryView
      query={query}
      what="the answer"
      skeleton="h-64"
      missing={<p>No one can see anything: this account is inactive, or isn’t a learner’s.</p>}
    >
      {({ ties, actions }) => {
        const words = (allowed: boolean) =>
          actions
            .filter((each) => each.allowed === allowed)
            .map(({ action }) => ACTION_WORDS[action])
        return (
          <div className="space-y-6" aria-live="polite">
            <section aria-labelledby="ties">
              <h2 id="ties" className="mb-2 text-xl">
                How they are related
              </h2>
              {ties.length === 0 ? (
                <p>They aren’t. They see only what is public.</p>
              ) : (
                <ul className="list-disc space-y-1 pl-5">
                  {ties.map(({ tie, since }) => (
                    <li key={tie}>
                      {TIE_LABELS[tie]}
                      {since ? ` since ${dateOf(since)}.` : ''}
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <div className="grid gap-6 md:grid-cols-2">
              <Actions id="allowed" heading="They can" words={words(true)} />
              <Actions id="refused" heading="They cannot" words={words(false)} />
            </div>
          </div>
        )
      }}
    </QueryView>
  )
}

type ActionsProps = { id: string; heading: string; words: readonly string[] }

const Actions = ({ id, heading, words }: ActionsProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-2 text-xl">
      {heading}
    </h2>
    {words.length === 0 ? (
      <p>Nothing.</p>
    ) : (
      <ul className="list-disc space-y-1 pl-5">
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    )}
  </section>
)

export default AccessPage
