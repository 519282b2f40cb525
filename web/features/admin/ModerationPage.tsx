import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, ButtonLink } from '#ui'
import { useUser } from '#views/auth'
import { safeguards } from '#views/safety'
import { number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { overviewQuery } from './queries.ts'

export const handle = { failed: 'The reports could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [safeguards, overviewQuery])

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
        <Count name="Reported people" count={waiting.person_reports} />
        <Count name="Unopened safety reports" count={waiting.safety_reports} />
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
          You can see how many there are, but not what they say, unless you are{' '}
          <Link to={paths.safeguarding} className="link">
            a safeguarding lead
          </Link>
          .
        </p>
      )}
      {named.length === 0 ? (
        <Alert tone="warning" title="There is no safeguarding lead">
          No one can read these reports. Please choose a safeguarding lead now.
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
