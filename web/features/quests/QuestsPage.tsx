import { useInfiniteQuery } from '@tanstack/react-query'

import { Button, EmptyState, LoadMore, QueryView, Skeleton } from '#ui'

import { useFilters } from './filters.ts'
import { matches } from './labels.ts'
import { type Filters, questList } from './queries.ts'
import { QuestCard } from './QuestCard.tsx'
import { FilterChips, QuestFilters } from './QuestFilters.tsx'

const QuestsPage = () => {
  const view = useFilters()
  return (
    <div className="space-y-6">
      <QuestFilters view={view} />
      <FilterChips view={view} />
      <QuestList filters={view.filters} clear={view.clear} />
    </div>
  )
}

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

const QuestList = ({ filters, clear }: { filters: Filters; clear: () => void }) => {
  const list = useInfiniteQuery(questList(filters))
  return (
    <QueryView
      query={list}
      what="the quests"
      skeleton={
        <>
          <div className={GRID}>
            {[1, 2, 3, 4, 5, 6].map((card) => (
              <Skeleton key={card} className="h-96" />
            ))}
          </div>
        </>
      }
    >
      {({ pages }) => {
        const total = pages[0]?.total ?? 0
        const quests = pages.flatMap(({ items }) => items)
        return (
          <section aria-label="Quests" className="space-y-6">
            <h2 className="visually-hidden">Quests</h2>
            <p role="status" className="font-semibold tabular-nums">
              {matches(total)}
            </p>
            {total === 0 ? (
              <EmptyState
                title="No matches"
                action={
                  <Button variant="secondary" onClick={clear}>
                    Clear all filters
                  </Button>
                }
              >
                No quests match all of these filters. Remove one, or search for something else.
              </EmptyState>
            ) : (
              <ul className={GRID}>
                {quests.map((quest) => (
                  <li key={quest.id}>
                    <QuestCard quest={quest} />
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

export default QuestsPage
