import { useId, useState } from 'react'
import { Link } from 'react-router'

import type { Credits } from '#contract/credits'
import { paths } from '#contract/paths'
import { WEEKS_PER_YEAR, yearsToEarn } from '#rules/text/credit-amount'
import { Card } from '#ui'
import { number } from '#web/format'

const HOURS = { min: 2, max: 30, usual: 15 }

/** Years until the plan is complete, for a number of hours a week that the learner tries out. */
export const YearsToGo = ({ credits: { total, plan } }: { credits: Credits }) => {
  const id = useId()
  const [hours, setHours] = useState(HOURS.usual)
  const left = total.required - total.earned
  if (left <= 0) return null
  const years = yearsToEarn(left, plan.xp_per_credit, hours)
  return (
    <Card aria-labelledby="years" className="space-y-3">
      <h2 id="years" className="text-lg">
        How long it takes
      </h2>
      <label htmlFor={id} className="block">
        With {hours} hours a week, {WEEKS_PER_YEAR} weeks a year
      </label>
      <input
        id={id}
        type="range"
        min={HOURS.min}
        max={HOURS.max}
        value={hours}
        onChange={(event) => setHours(event.target.valueAsNumber)}
        className="h-11 w-full accent-brand"
      />
      <p>
        <output htmlFor={id} className="font-semibold">
          About {number(years)} {years === 1 ? 'year' : 'years'}
        </output>{' '}
        to all {number(total.required)} credits.
      </p>
      <p>
        <Link to={`${paths.credits}?view=planner`} className="link">
          Where the hours can come from
        </Link>
      </p>
    </Card>
  )
}
