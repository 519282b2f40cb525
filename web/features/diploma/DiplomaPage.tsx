import { useSuspenseQuery } from '@tanstack/react-query'

import type { DiplomaPage as Shown } from '#contract/diploma'
import { paths } from '#contract/paths'
import { Alert, Button, ButtonLink, EmptyState, lazyPart, Page, PageHeading } from '#ui'
import { useUser } from '#views/auth'
import { useIsYoung } from '#views/quests'
import { messageOf, useApiMutation } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { diploma, diplomasOf } from './queries.ts'

const Readiness = lazyPart(() => import('./Readiness.tsx'), 'Readiness', 'h-96')
const OwnAgreement = lazyPart(() => import('#views/academy'), 'OwnAgreement')
const Diplomas = lazyPart(() => import('./Diplomas.tsx'), 'Diplomas', 'h-120')

export const handle = { failed: 'Your diploma could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [diplomasOf()])

/** /diploma: the user's diplomas, and the certificate available to them. */
const DiplomaPage = () => {
  const { data } = useSuspenseQuery(diplomasOf())
  return (
    <Page>
      <div className="no-print">
        <PageHeading title="Your diploma">Your diploma</PageHeading>
        <p className="mt-2 mb-8 max-w-text text-lg text-muted">
          What you have learned, on paper that anyone can verify.
        </p>
      </div>
      <Loaded shown={data} />
    </Page>
  )
}

const Loaded = ({ shown }: { shown: Shown }) => {
  const { diplomas, quests_completed, quests_accepted, can_take_out } = shown
  const { id } = useUser()
  const isYoung = useIsYoung()
  const readiness = <Readiness readiness={shown.readiness} isAcademy={shown.is_academy} />
  return (
    <div className="space-y-10">
      {shown.is_academy ? readiness : null}
      {quests_completed === 0 && diplomas.length === 0 ? (
        <EmptyState
          title="Your first certificate is one quest away"
          action={<ButtonLink to={paths.quests}>Find a quest</ButtonLink>}
        >
          Once an advisor has accepted the work of a completed quest, you can get a certificate of
          learning here.
        </EmptyState>
      ) : null}
      {quests_completed > quests_accepted ? (
        <NotYetAccepted count={quests_completed - quests_accepted} />
      ) : null}
      {can_take_out ? <TakeOut accepted={quests_accepted} isFirst={diplomas.length === 0} /> : null}
      {diplomas.length > 0 ? <Diplomas diplomas={diplomas} /> : null}
      {shown.is_academy || isYoung ? null : (
        <details className="no-print">
          <summary className="min-h-11 font-semibold">
            Counted in credits, for a high-school diploma
          </summary>
          <div className="mt-4">{readiness}</div>
        </details>
      )}
      <OwnAgreement id={id} />
    </div>
  )
}

const inQuests = (count: number) => (count === 1 ? 'one quest' : `${count} quests`)

/** Completed quests that are not accepted yet. */
const NotYetAccepted = ({ count }: { count: number }) => (
  <p className="no-print max-w-text text-muted">
    {count === 1 ? 'One completed quest is' : `${count} completed quests are`} still being reviewed.
    A certificate lists {count === 1 ? 'it' : 'them'} as soon as an advisor has accepted all of the
    required work.
  </p>
)

const TakeOut = ({ accepted, isFirst }: { accepted: number; isFirst: boolean }) => {
  const takeOut = useApiMutation(diploma.takeOutCertificate)
  return (
    <section
      aria-labelledby="take-out"
      className="no-print rounded-card border border-line bg-surface p-5 shadow-low sm:p-6"
    >
      <h2 id="take-out" className="text-xl">
        {isFirst ? 'Your certificate of learning' : 'A newer certificate'}
      </h2>
      <p className="mt-2 max-w-text text-muted">
        {isFirst
          ? `All the required work of ${inQuests(accepted)} has been accepted. Your certificate will say so, with your XP for accepted work in each pillar, a number, and a code anyone can check.`
          : `All the required work of ${inQuests(accepted)} has now been accepted. A new certificate will list them all; earlier ones remain valid.`}
      </p>
      {takeOut.isError ? (
        <div className="mt-4">
          <Alert tone="danger" role="alert">
            <p>{messageOf(takeOut.error)}</p>
          </Alert>
        </div>
      ) : null}
      <Button className="mt-4" busy={takeOut.isPending} onClick={() => takeOut.mutate(undefined)}>
        Get a certificate
      </Button>
    </section>
  )
}

export default DiplomaPage
