import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router'

import type { AuthoredBadge } from '#contract/authoring'
import { paths } from '#contract/paths'
import { ButtonLink, Chip, EmptyState, LoadMore, Markdown, QueryView, SearchBox } from '#ui'

import { Art } from './Art.tsx'
import { STATES } from './labels.ts'
import { authoring } from './queries.ts'

const BadgesPage = () => {
  const [search, setSearch] = useSearchParams()
  const words = search.get('search') ?? ''
  const list = useInfiniteQuery({
    ...authoring.listAuthoredBadges.pages({ query: { search: words } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-text text-lg text-muted">
          The badges learners can earn, and how. Learners who have a badge keep the version they
          earned.
        </p>
        <ButtonLink to={paths.createBadge} icon={<Plus aria-hidden size={18} />}>
          Create a badge
        </ButtonLink>
      </div>
      <SearchBox
        id="search-badges"
        label="Search badges by name"
        placeholder="Search by name"
        value={words}
        onSearch={(next) => setSearch(next ? { search: next } : {}, { replace: true })}
      />
      <QueryView query={list} what="the badges" skeleton="h-68">
        {({ pages }) => {
          const badges = pages.flatMap(({ items }) => items)
          return badges.length === 0 ? (
            <EmptyState title={words ? 'No badge matches' : 'No badges yet'}>
              {words ? 'Try different words.' : 'Badges that learners can earn appear here.'}
            </EmptyState>
          ) : (
            <>
              <ul className="grid gap-4 lg:grid-cols-2">
                {badges.map((badge) => (
                  <BadgeRow key={badge.id} badge={badge} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const holders = (count: number): string => {
  if (count === 0) return 'Nobody has it yet'
  return count === 1 ? '1 learner has it' : `${count} learners have it`
}

const BadgeRow = ({ badge }: { badge: AuthoredBadge }) => (
  <li className="flex gap-3 rounded-card border border-line bg-surface p-4 shadow-low sm:gap-4 sm:p-5">
    <Art badge={badge} seed={badge.id} className="size-12 sm:size-20" />
    <div className="min-w-0 space-y-1.5">
      <h2 className="text-lg">
        {badge.editable ? (
          <Link to={paths.editBadge(badge.id)} className="link">
            {badge.name}
          </Link>
        ) : (
          badge.name
        )}
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Chip tone={STATES[badge.status].tone}>{STATES[badge.status].label}</Chip>
        <Chip>Version {badge.version}</Chip>
      </p>
      <div className="text-muted">
        <Markdown text={badge.criteria_text} />
      </div>
      <p className="text-sm text-muted">{holders(badge.holders)}</p>
    </div>
  </li>
)

export default BadgesPage
