import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, ButtonLink } from '#ui'
import { useUser } from '#views/auth'
import { safeguards } from '#views/safety'
import { number } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { overviewQuery } from './queries.ts'

export const handle = { failed: 'The reports could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [safeguards, overviewQuery])

/** Open safety and moderation reports. Designated staff can read them; other admins see only their number. */
const ModerationPage = () => {
  const me = useUser()
  const {
    data: { staff },
  } = useSuspenseQuery(safeguards)
  const {
    data: { waiting },
  } = useSuspenseQuery(overviewQuery)
  const named = staff.filter((each) => each.safeguarding)
  const isNamed = named.some(({ id }) => id === me.id)
  return (
    <div className="space-y-6">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Count name="People who were reported" count={waiting.person_reports} />
        <Count name="Safety reports that nobody has opened" count={waiting.safety_reports} />
      </dl>
      {isNamed ? (
        <ButtonLink to={paths.safety}>Read the reports</ButtonLink>
      ) : (
        <p className="max-w-text">
          {named.length === 0 ? null : (
            <>
              {named.map(({ name }) => name).join(', ')} {named.length === 1 ? 'reads' : 'read'}{' '}
              them.{' '}
            </>
          )}
          You see how many there are, and not what they say, unless you are{' '}
          <Link to={paths.safeguarding} className="link">
            named for children’s safety
          </Link>
          .
        </p>
      )}
      {named.length === 0 ? (
        <Alert tone="warning" title="Nobody is named">
          Nobody can read these reports. Please name somebody now.
        </Alert>
      ) : null}
    </div>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <div className="rounded-card border border-line bg-surface px-4 py-3">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{number(count)}</dd>
  </div>
)

export default ModerationPage
