import type { CaseloadLearner } from '#contract/caseload'
import { shortDay } from '#web/format'

/** Submissions of recent weeks as small bars, and in words for screen readers. */
export const Rhythm = ({ weeks }: { weeks: CaseloadLearner['weeks'] }) => {
  const most = Math.max(1, ...weeks.map(({ hand_ins }) => hand_ins))
  return (
    <div
      role="img"
      aria-label={`Hand-ins by week: ${weeks.map(({ hand_ins }) => hand_ins).join(', ')}; the last is this week`}
      className="flex h-10 items-end gap-1"
    >
      {weeks.map(({ starts_on, hand_ins }) => (
        <span
          key={starts_on}
          title={`Week of ${shortDay(starts_on)}: ${hand_ins}`}
          className="flex h-full w-4 items-end border-b-2 border-line"
        >
          <span
            className="w-full rounded-t-sm bg-brand"
            style={{ height: hand_ins === 0 ? 0 : `${Math.max(12, (hand_ins / most) * 100)}%` }}
          />
        </span>
      ))}
    </div>
  )
}
