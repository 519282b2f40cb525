import { useInfiniteQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import Telescope from 'lucide-react/icons/telescope'

import { paths } from '#contract/paths'
import {
  Button,
  ButtonLink,
  EmptyState,
  LoadMore,
  QueryView,
  SearchBox,
  Select,
  Skeleton,
} from '#ui'

import { BadgeCard } from './BadgeCard.tsx'
import { CHOICES, useBadgeFilters } from './filters.ts'
import { matches } from './labels.ts'
import { badgeList, type Filters } from './queries.ts'

const BadgesPage = () => {
  const { filters, chosen, search, set, clear } = useBadgeFilters()
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.constellation} icon={<Telescope aria-hidden size={18} />}>
          View as a constellation
        </ButtonLink>
        <ButtonLink
          variant="secondary"
          to={paths.badgeProgress}
          icon={<ListChecks aria-hidden size={18} />}
        >
          My badge progress
        </ButtonLink>
      </div>
      <form
        role="search"
        aria-label="Badges"
        onSubmit={(event) => event.preventDefault()}
        className="grid gap-4 sm:grid-cols-2"
      >
        <div className="sm:col-span-2">
          <SearchBox
            id="badge-search"
            label="Search badges"
            placeholder="Search badges"
            value={search}
            onSearch={(words) => set('search', words)}
          />
        </div>
        <Select
          id="badge-show"
          label="Show"
          placeholder="All badges"
          options={CHOICES.show}
          value={chosen('show')}
          onChange={(event) => set('show', event.target.value)}
        />
        <Select
          id="badge-pillar"
          label="Pillar"
          placeholder="All pillars"
          options={CHOICES.pillar}
          value={chosen('pillar')}
          onChange={(event) => set('pillar', event.target.value)}
        />
      </form>
      <BadgeList filters={filters} clear={clear} />
    </div>
  )
}

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

const BadgeList = ({ filters, clear }: { filters: Filters; clear: () => void }) => {
  const list = useInfiniteQuery(badgeList(filters))
  return (
    <QueryView
      query={list}
      what="the badges"
      skeleton={
        <>
          <div className={GRID}>
            {[1, 2, 3, 4, 5, 6].map((card) => (
              <Skeleton key={card} className="h-80" />
            ))}
          </div>
        </>
      }
    >
      {({ pages }) => {
        const { total = 0, earned = 0 } = pages[0] ?? {}
        const badges = pages.flatMap(({ items }) => items)
        return (
          <section aria-label="Badges" className="space-y-6">
            <h2 className="visually-hidden">Badges</h2>
            <p role="status" className="font-semibold tabular-nums">
              {matches(total)}
              <span className="font-normal text-muted"> · {earned} earned in total</span>
            </p>
            {total === 0 ? (
              <Nothing filters={filters} clear={clear} />
            ) : (
              <ul className={GRID}>
                {badges.map((badge) => (
                  <li key={badge.id}>
                    <BadgeCard badge={badge} />
                  </li>
                ))}
              </ul>
            )}
            <LoadMore list={list} />
          </section>
        )
      }}
    </QueryView>
  )
}

const Nothing = ({ filters, clear }: { filters: Filters; clear: () => void }) => {
  const all = (
    <Button variant="secondary" onClick={clear}>
      Show all badges
    </Button>
  )
  if (filters.show === 'earned' && !filters.search && !filters.pillar) {
    return (
      <EmptyState
        title="No badges yet"
        action={<ButtonLink to={paths.quests}>Find a quest</ButtonLink>}
      >
        You earn your first one when you hand in your first task.
      </EmptyState>
    )
  }
  if (filters.show === 'pursued' && !filters.search && !filters.pillar) {
    return (
      <EmptyState title="No goals yet" action={all}>
        Open a badge you would like to earn and press “Pursue”. It will then come first on your
        dashboard.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No matches" action={all}>
      No badges match all of these filters.
    </EmptyState>
  )
}

export default BadgesPage
