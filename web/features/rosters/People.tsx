import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Outcome, RosterImport } from '#contract/rosters'
import { ROLE_NAMES } from '#rules/membership'
import { Chip, EmptyState, LoadMore, QueryView, Select } from '#ui'
import { number } from '#web/format'

import { OUTCOMES } from './labels.ts'
import { rosters } from './queries.ts'

const FIELDS: Record<string, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email address',
  parent_email: 'Guardian’s address',
}

/** Effects of an import by person. */
export const People = ({ found }: { found: RosterImport }) => {
  const outcomes = (Object.keys(OUTCOMES) as Outcome[]).filter((outcome) => found.people[outcome])
  const [chosen, setChosen] = useState<Outcome | ''>('')
  const list = useInfiniteQuery({
    ...rosters.listImported.pages({
      params: { id: found.id },
      query: { limit: 50, ...(chosen ? { outcome: chosen } : {}) },
    }),
    placeholderData: keepPreviousData,
    // A list read while the file was being applied has no accounts yet.
    staleTime: 0,
  })
  return (
    <section aria-labelledby="roster-people" className="space-y-3">
      <h3 id="roster-people" className="text-lg">
        Everyone in the file
      </h3>
      <Select
        id="roster-outcome"
        label="Show"
        placeholder="Everyone"
        value={chosen}
        options={outcomes.map((value) => ({
          value,
          label: `${OUTCOMES[value].label} (${number(found.people[value] ?? 0)})`,
        }))}
        onChange={({ target }) => setChosen(target.value as Outcome | '')}
      />
      <QueryView query={list} what="the people" skeleton="h-64">
        {({ pages }) => {
          const people = pages.flatMap(({ items }) => items)
          if (people.length === 0) return <EmptyState title="No one">The file is empty.</EmptyState>
          return (
            <>
              <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                {people.map(({ sourced_id, name, email, role, outcome, user_id, changes }) => (
                  <li key={sourced_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3">
                    <div className="min-w-0 grow">
                      <p className="font-semibold">
                        {user_id ? (
                          <Link to={paths.adminPerson(user_id)} className="link">
                            {name}
                          </Link>
                        ) : (
                          name
                        )}
                      </p>
                      <p className="text-sm text-muted">
                        {role ? `${ROLE_NAMES[role]}, ` : ''}
                        {email}
                      </p>
                      {Object.entries(changes).map(([field, value]) => (
                        <p key={field} className="text-sm">
                          {FIELDS[field] ?? field} becomes {value}
                        </p>
                      ))}
                    </div>
                    <Chip tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].one}</Chip>
                  </li>
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
