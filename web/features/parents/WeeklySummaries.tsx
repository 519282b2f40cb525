import { useQuery } from '@tanstack/react-query'

import { QueryView } from '#ui'
import { dayInWords, number } from '#web/format'

import { childProgress } from './queries.ts'

/** XP per week as bars, and as a table for screen readers. */
export const WeeklySummaries = ({ id }: { id: string }) => (
  <QueryView query={useQuery(childProgress(id))} what="the weeks" skeleton="mt-3 h-40">
    {({ weeks }) => {
      const most = Math.max(1, ...weeks.map(({ xp }) => xp))
      return (
        <ol className="mt-4 flex h-32 items-end gap-1.5">
          {weeks.map(({ starts_on, xp, tasks }) => (
            <li key={starts_on} className="flex h-full grow items-end border-b-2 border-line">
              <span
                aria-hidden="true"
                className="w-full rounded-t-control bg-brand"
                style={{ height: xp > 0 ? `${Math.max(6, (xp / most) * 100)}%` : 0 }}
              />
              <span className="visually-hidden">
                Week of {dayInWords(starts_on)}: {tasks === 1 ? '1 task' : `${tasks} tasks`},{' '}
                {number(xp)} XP
              </span>
            </li>
          ))}
        </ol>
      )
    }}
  </QueryView>
)
