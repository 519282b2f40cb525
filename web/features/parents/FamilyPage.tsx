import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Child } from '#contract/parents'
import { paths } from '#contract/paths'
import { Alert, Avatar, Chip, EmptyState, Page, PageHeading } from '#ui'
import { ChildMilestones, UseCode } from '#views/family'
import { safetyCount, SafetyNotice } from '#views/safety'
import { withPicture } from '#web/api'
import { ago, dateOf, number } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { family } from './queries.ts'

export const handle = { failed: 'Your family could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [family, safetyCount])

/** The user's children. */
const FamilyPage = () => {
  const {
    data: { children, waiting },
  } = useSuspenseQuery(family)
  const { isPending, failureCount } = useQuery(safetyCount)
  // The list waits for the notice above it to avoid a layout shift, unless the notice fails to load.
  const isNoticeKnown = !isPending || failureCount > 0
  return (
    <Page>
      <PageHeading
        title="Family Dashboard"
        description="The children whom you look after, and how each is getting on."
      >
        Your family
      </PageHeading>

      {isNoticeKnown ? (
        <>
          <SafetyNotice />
          <ChildMilestones />
          <div className="mt-8">
            <WaitingForConsent waiting={waiting} />
            {children.length === 0 && waiting.length === 0 ? (
              <NoChildren />
            ) : (
              <ul className="grid gap-4 md:grid-cols-2">
                {children.map((child) => (
                  <ChildCard key={child.id} child={child} />
                ))}
              </ul>
            )}
            <details className="mt-8">
              <summary className="min-h-6 font-semibold">You were given a code</summary>
              <UseCode />
            </details>
          </div>
        </>
      ) : null}
    </Page>
  )
}

type WaitingProps = { waiting: readonly { first_name: string; asked_at: string }[] }

/** Children who wait for this guardian's consent by email. */
const WaitingForConsent = ({ waiting }: WaitingProps) =>
  waiting.length === 0 ? null : (
    <ul className="mb-4 space-y-4">
      {waiting.map(({ first_name, asked_at }) => (
        <li key={`${first_name} ${asked_at}`}>
          <Alert tone="warning" title={`${first_name} is waiting for your consent`}>
            Open the link that we emailed to this account’s address on {dateOf(asked_at)}. If it is
            not there, {first_name} can sign in and send it again.
          </Alert>
        </li>
      ))}
    </ul>
  )

const NoChildren = () => (
  <EmptyState title="No child is linked to your account yet">
    A child under 13 registers with your address as that of their parent or guardian, and you agree
    by the link we email you. From 13 on, your child invites you: under Profile, “Who looks after
    you”. Either way, use the address of this account.
  </EmptyState>
)

const ChildCard = ({ child }: { child: Child }) => {
  const [now] = useState(() => Date.now())
  const name = `${child.first_name} ${child.last_name}`
  const isWaiting = child.status === 'pending_consent'
  return (
    <li className="flex items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-low">
      <Avatar user={withPicture(child)} className="size-12 text-lg" />
      <div className="min-w-0 space-y-1">
        <h2 className="text-lg">
          {isWaiting ? (
            <Link to={paths.childConsents(child.id)} className="link">
              {name}
            </Link>
          ) : (
            <Link to={paths.child(child.id)} className="link">
              {name}
            </Link>
          )}
        </h2>
        {isWaiting ? (
          <>
            <Chip tone="warning">Stopped</Chip>
            <p className="text-muted">A guardian has withdrawn the consent for this account.</p>
          </>
        ) : (
          child.xp_total !== null && (
            <>
              <p className="tabular-nums">
                Level {child.level}, {number(child.xp_total)} XP,{' '}
                {child.active_quests === 1
                  ? '1 active quest'
                  : `${child.active_quests} active quests`}
              </p>
              <p className="text-muted">
                {child.last_active_at
                  ? `Last hand-in ${ago(child.last_active_at, now)}`
                  : 'Nothing handed in yet'}
              </p>
            </>
          )
        )}
      </div>
    </li>
  )
}

export default FamilyPage
