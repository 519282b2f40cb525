import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'

import type { Consents } from '#contract/consent'
import { paths } from '#contract/paths'
import { Alert, Button, Card, lazyPart, Page, PageHeading, SectionCard } from '#ui'
import { ImportCard } from '#views/earlier-work'
import { NO_SUCH_CHILD } from '#views/family'
import { ChildExports } from '#views/privacy'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { consent, showConsents } from './queries.ts'
import { Scope } from './Scope.tsx'

const StrongerConsent = lazyPart(
  () => import('./StrongerConsent.tsx'),
  'StrongerConsent',
  'mt-4 h-40',
)

export const handle = {
  failed: 'What you have agreed to could not be loaded',
  missing: NO_SUCH_CHILD,
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { studentId = '' } }) => [showConsents(studentId)])

/** A guardian's consents for a child, and their actions. */
const ConsentsPage = () => {
  const { studentId: id = '' } = useParams()
  const { data } = useSuspenseQuery(showConsents(id))
  const { child_first_name: child, decides, deletion_due_at: due } = data
  return (
    <Page width="text">
      <Link to={paths.parentDashboard} className="link">
        Your family
      </Link>
      <div className="mt-4 space-y-6">
        <header>
          <PageHeading title="What you have agreed to">{`What you have agreed to for ${child}`}</PageHeading>
          <p className="mt-2 text-muted">
            Under our{' '}
            <Link to={paths.privacy} className="link">
              privacy policy
            </Link>
            , version {data.policy_version}.
          </p>
        </header>
        {due ? (
          <Alert tone="danger" title="The account is closed">
            <p>
              Nobody can see {child}’s work, not even {child}. Everything will be deleted on{' '}
              {dateOf(due)} unless every guardian who withdrew agrees again.
            </p>
          </Alert>
        ) : null}
        {data.asks_again_until ? (
          <AgreeAgain id={id} data={data} until={data.asks_again_until} />
        ) : null}
        {decides ? null : (
          <Alert tone="info">
            You can see what was agreed to. Decisions for {child} are made by another guardian or,
            from age 13, by {child}.
          </Alert>
        )}
        <Card aria-label="What is allowed">
          <ul className="divide-y divide-line">
            {data.scopes.map((each) => (
              <Scope
                key={each.scope}
                learnerId={id}
                child={child}
                decides={decides}
                isStopped={due !== null}
                {...each}
              />
            ))}
          </ul>
        </Card>
        {decides && !due ? (
          <SectionCard id="stronger" title="Your signature, or a call">
            <StrongerConsent learnerId={id} data={data} />
          </SectionCard>
        ) : null}
        {decides ? (
          <SectionCard id="data" title={`Everything about ${child}`} spaced>
            <ChildExports childId={id} name={child} />
            <ImportCard learnerId={id} name={child} />
          </SectionCard>
        ) : null}
      </div>
    </Page>
  )
}

type AgreeAgainProps = { id: string; data: Consents; until: string }

/** After a policy change: renews all existing consents for the new version in one step. */
const AgreeAgain = ({ id, data, until }: AgreeAgainProps) => {
  const agree = useApiMutation(consent.agree)
  const scopes = data.scopes
    .filter(({ answers }) => answers.some(({ own, kind }) => own && kind === 'given'))
    .map(({ scope }) => scope)
  return (
    <Alert tone="warning" title="Our privacy policy has changed">
      <p>
        Please read version {data.policy_version} and agree again by {dateOf(until)}. After that,
        everything you allowed to be shown to others pauses until you agree. The account stays open.
      </p>
      <Button
        className="mt-3"
        busy={agree.isPending}
        onClick={() => agree.mutate({ params: { id }, body: { scopes } })}
      >
        Agree to version {data.policy_version}
      </Button>
      {agree.error ? <p role="alert">{messageOf(agree.error)}</p> : null}
    </Alert>
  )
}

export default ConsentsPage
