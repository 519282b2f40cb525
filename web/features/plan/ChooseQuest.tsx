import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { QuestCard } from '#contract/quests'
import { Button, LoadMore, QueryView, SearchBox } from '#ui'
import { questList } from '#views/quests'

import { sizeOf } from './labels.ts'

type ChooseQuestProps = {
  /** Ids of quests already chosen. */
  taken: ReadonlySet<string>
  onChoose: (quest: QuestCard) => void
}

/** Searchable library in a dialog. */
export const ChooseQuest = ({ taken, onChoose }: ChooseQuestProps) => {
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(questList({ search, sort: search ? 'recommended' : 'title' }))
  return (
    <div className="space-y-4">
      <SearchBox
        id="plan-search"
        label="Search the library"
        placeholder="Search the library"
        value={search}
        onSearch={setSearch}
      />
      <QueryView query={list} what="the quests" skeleton="h-30">
        {({ pages }) => {
          const quests = pages.flatMap(({ items }) => items)
          return (
            <>
              <p role="status" className="text-sm text-muted">
                {quests.length === 0 ? 'No matches' : `${pages[0]?.total} in the library`}
              </p>
              <ul className="divide-y divide-line">
                {quests.map((quest) => (
                  <li
                    key={quest.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
                  >
                    <div className="min-w-0 grow basis-48">
                      <p className="font-semibold">{quest.title}</p>
                      <p className="text-sm text-muted">
                        {sizeOf(quest)}, ages {quest.age_min} to {quest.age_max}
                      </p>
                    </div>
                    {taken.has(quest.id) ? (
                      <span className="text-sm text-muted">In the plan already</span>
                    ) : (
                      <Button variant="secondary" size="small" onClick={() => onChoose(quest)}>
                        Choose<span className="visually-hidden"> {quest.title}</span>
                      </Button>
                    )}
                  </li>
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
