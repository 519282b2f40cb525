import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { SectionCard } from '#ui'
import { dateFormat, number } from '#web/format'

// Parsed and formatted in UTC, so that no time zone can shift calendar days.
const weekday = (day: string, style: 'short' | 'long') =>
  dateFormat(undefined, { weekday: style, timeZone: 'UTC' }).format(new Date(day))

/** Activity of the week: missed days have no penalty. */
export const Week = ({ week }: { week: Dashboard['week'] }) => {
  const most = Math.max(1, ...week.days.map(({ xp }) => xp))
  return (
    <SectionCard id="this-week" title="This week" className="flex flex-col">
      <p className="mt-1 text-muted">{summary(week)}</p>
      <ol className="mt-5 grid grow grid-cols-7 gap-1.5 sm:gap-2">
        {week.days.map(({ day, active, xp }) => (
          <li key={day} className="flex flex-col items-center gap-1.5">
            <span className="flex min-h-24 w-full grow items-end border-b-2 border-line">
              <span
                aria-hidden="true"
                className={`w-full rounded-t-control ${active ? 'bg-brand' : 'bg-transparent'}`}
                style={{ height: active ? `${Math.max(12, (Math.max(0, xp) / most) * 100)}%` : 0 }}
              />
            </span>
            <span aria-hidden="true" className="text-sm text-muted">
              {weekday(day, 'short')}
            </span>
            <span className="visually-hidden">
              {weekday(day, 'long')}: {active ? `${number(xp)} XP` : 'nothing handed in'}
            </span>
          </li>
        ))}
      </ol>
      {week.planned.length > 0 ? (
        <>
          <h3 className="mt-5 text-base">Planned</h3>
          <ul className="mt-1 space-y-1">
            {week.planned.map(({ quest_id, quest_title, due_on, completed }) => (
              <li key={quest_id} className="flex flex-wrap justify-between gap-x-4">
                <Link to={paths.quest(quest_id)} className="link">
                  {quest_title}
                </Link>
                <span className="text-muted">{completed ? 'done' : weekday(due_on, 'long')}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </SectionCard>
  )
}

const summary = ({ tasks, xp, active_days }: Dashboard['week']) => {
  if (tasks === 0) return 'A fresh week. Go at your own pace: you lose nothing by taking a break.'
  const days = active_days === 1 ? 'one day' : `${active_days} days`
  return `${tasks === 1 ? 'One task' : `${tasks} tasks`} on ${days}, ${number(xp)} XP.`
}
