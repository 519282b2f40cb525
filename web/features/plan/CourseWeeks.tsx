import type { PlanEntry } from '#contract/plan'
import { weekEnds } from '#rules/course'
import { shortDay } from '#web/format'

/** Weeks of a planned course, with the day until which each lasts; renders nothing for other quests. */
export const CourseWeeks = ({ entry }: { entry: PlanEntry }) => {
  const { weeks = [], target_date } = entry
  if (weeks.length === 0) return null
  const ends = target_date ? weekEnds(weeks.length, target_date) : []
  return (
    <details>
      <summary className="min-h-6 font-semibold">Week by week</summary>
      <ol className="mt-2 space-y-1">
        {weeks.map((title, index) => (
          // Weeks have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {index + 1}. {title}
            </span>
            {ends[index] ? <span className="text-muted">until {shortDay(ends[index])}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
