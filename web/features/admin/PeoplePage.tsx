import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import type { ListedPerson } from '#contract/people'
import { ROLE_NAMES } from '#rules/membership'
import { TIER_NAMES } from '#rules/tiers'
import { Button, Chip, EmptyState, LoadMore, QueryView, SearchBox, Select } from '#ui'
import { ago, dateOf, number } from '#web/format'

import { ROLE_OPTIONS, STATUS_NAMES, STATUS_OPTIONS, STATUS_TONES, TIER_OPTIONS } from './labels.ts'
import { people } from './queries.ts'

const FILTERS = [
  { name: 'role', label: 'Role', any: 'All roles', options: ROLE_OPTIONS },
  { name: 'tier', label: 'Tier', any: 'All tiers', options: TIER_OPTIONS },
  { name: 'status', label: 'State', any: 'All states', options: STATUS_OPTIONS },
] as const

const ORDERS = [
  { value: 'name', label: 'By last name' },
  { value: 'newest', label: 'Newest first' },
]

/** Keeps the search in the URL, so that a list can be shared and revisited. */
const useAsked = () => {
  const [address, setAddress] = useSearchParams()
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const valueOf = (name: string, options: readonly { value: string }[]) =>
    options.find(({ value }) => value === address.get(name))?.value
  const asked = {
    search: address.get('search') ?? '',
    role: valueOf('role', ROLE_OPTIONS),
    tier: valueOf('tier', TIER_OPTIONS),
    status: valueOf('status', STATUS_OPTIONS),
    sort: valueOf('sort', ORDERS),
  }
  return { asked, set, clear: () => setAddress({}, { replace: true }) }
}

const PeoplePage = () => {
  const { asked, set, clear } = useAsked()
  const query = { ...asked, limit: 50 } as NonNullable<
    Parameters<typeof people.listPeople.pages>[0]
  >['query']
  const list = useInfiniteQuery({
    ...people.listPeople.pages({ query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <div className="space-y-5">
      <SearchBox
        id="people-search"
        label="Search people by name or email address"
        placeholder="Part of a name or email address"
        value={asked.search}
        onSearch={(words) => set('search', words)}
      />
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {FILTERS.map(({ name, label, any, options }) => (
          <Select
            key={name}
            id={`people-${name}`}
            label={label}
            placeholder={any}
            options={options}
            value={asked[name] ?? ''}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
        <Select
          id="people-sort"
          label="Order"
          options={ORDERS}
          value={asked.sort ?? 'name'}
          onChange={(event) => set('sort', event.target.value)}
        />
      </div>
      <QueryView query={list} what="the people" skeleton="h-96">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          const found = pages[0]?.found ?? null
          if (items.length === 0) {
            return (
              <EmptyState
                title="No matches"
                action={
                  <Button variant="secondary" onClick={clear}>
                    Show everyone
                  </Button>
                }
              >
                No name or email address matches this search and these filters.
              </EmptyState>
            )
          }
          return (
            <>
              <p role="status" className="text-sm text-muted">
                {found === null
                  ? ''
                  : `${number(found)} ${found === 1 ? 'person matches' : 'people match'}`}
              </p>
              <PeopleTable people={items} />
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const WIDE = 'px-3 py-2 max-md:hidden'
const WIDEST = 'px-3 py-2 max-xl:hidden'
const COLUMNS = { Role: WIDE, Tier: WIDE, Since: WIDEST, 'Last seen': WIDE }

const PeopleTable = ({ people }: { people: readonly ListedPerson[] }) => {
  const [now] = useState(() => Date.now())
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface text-left">
      <caption className="visually-hidden">People</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="px-3 py-2 font-semibold">
            Name
          </th>
          {Object.entries(COLUMNS).map(([label, width]) => (
            <th key={label} scope="col" className={`${width} font-semibold whitespace-nowrap`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} now={now} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ person, now }: { person: ListedPerson; now: number }) => {
  const { id, email, sign_in_name, role, subscription_tier, status, created_at, last_seen_at } =
    person
  return (
    <tr className="[&>*]:border-t [&>*]:border-line">
      <th scope="row" className="px-3 py-2 font-normal">
        <Link
          to={paths.adminPerson(id)}
          prefetch="intent"
          className="link inline-block max-w-60 font-semibold md:max-w-34 lg:max-w-44 xl:max-w-60"
        >
          <bdi>
            {person.first_name} {person.last_name}
          </bdi>
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">{email ?? sign_in_name}</span>
        <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          <span className="md:hidden">
            <Chip>{ROLE_NAMES[role]}</Chip>
          </span>
          {status === 'active' ? null : (
            <Chip tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Chip>
          )}
          {person.email_verified ? null : <Chip tone="warning">Email not confirmed</Chip>}
        </span>
      </th>
      <td className={WIDE}>{ROLE_NAMES[role]}</td>
      <td className={WIDE}>{TIER_NAMES[subscription_tier]}</td>
      <td className={`${WIDEST} whitespace-nowrap tabular-nums`}>{dateOf(created_at)}</td>
      <td className={`${WIDE} whitespace-nowrap`}>
        {last_seen_at ? ago(last_seen_at, now) : 'Signed out'}
      </td>
    </tr>
  )
}

export default PeoplePage
