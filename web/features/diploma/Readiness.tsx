import CircleCheck from 'lucide-react/icons/circle-check'
import ListChecks from 'lucide-react/icons/list-checks'

import type { Readiness as Figures } from '#contract/diploma'
import { paths } from '#contract/paths'
import { creditsOfRequired } from '#rules/text/credit-amount'
import { ButtonLink, Card } from '#ui'
import { CreditBar } from '#views/credits'
import { useSettings } from '#views/site'

type Props = { readiness: Figures; isAcademy: boolean }

const WORDS = {
  academy: 'The academy issues the accredited diploma when all subjects are complete.',
  others:
    'The accredited diploma is for academy learners, but everyone can see their progress against the plan.',
  notOffered:
    'This school does not offer an accredited diploma, but everyone can see their progress against the plan.',
}

/** Progress toward the diploma plan by subject. */
export const Readiness = ({ readiness, isAcademy }: Props) => {
  const { rows, total, plan } = readiness
  const isOffered = useSettings().offers.includes('accredited_diploma')
  return (
    <Card aria-labelledby="readiness" className="no-print">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-text">
          <h2 id="readiness" className="text-xl">
            Progress towards the diploma
          </h2>
          <p className="mt-2 tabular-nums">
            <strong className="font-semibold">
              {creditsOfRequired(total.earned, total.required)} earned.
            </strong>{' '}
            {whatIsMissing(readiness)}
          </p>
          <p className="mt-1 text-muted">
            {isOffered ? WORDS[isAcademy ? 'academy' : 'others'] : WORDS.notOffered}
          </p>
        </div>
        <ButtonLink
          variant="secondary"
          to={paths.credits}
          icon={<ListChecks aria-hidden size={18} />}
        >
          Your credits
        </ButtonLink>
      </div>
      <ul className="mt-5 grid gap-x-10 gap-y-4 md:grid-cols-2">
        {rows.map((row) => (
          <li key={row.subject}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="text-base">{row.name}</h3>
              <p className="text-sm tabular-nums">
                {creditsOfRequired(row.earned, row.required)}
                {row.missing > 0 ? null : (
                  <span className="inline-flex items-center gap-1 font-semibold text-success">
                    , met
                    <CircleCheck aria-hidden size={16} />
                  </span>
                )}
              </p>
            </div>
            <CreditBar figures={{ earned: row.earned, required: row.required }} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        {plan.name}, version {plan.version}
      </p>
    </Card>
  )
}

const whatIsMissing = ({ rows, met }: Figures) => {
  if (met) return 'All subjects are complete.'
  const subjects = rows.filter(({ missing }) => missing > 0).length
  const where = subjects === 1 ? 'one subject' : `${subjects} subjects`
  return `Credits are missing in ${where}.`
}
