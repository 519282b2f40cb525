import { useSuspenseQuery } from '@tanstack/react-query'

import type { WaitingRequest } from '#contract/parents'
import { Alert, EmptyState } from '#ui'
import { ChildRequestItem } from '#views/connections'
import { ChildMilestones, UseCode } from '#views/family'
import { SafetyNotice } from '#views/safety'
import { useAnswered } from '#web/api'
import { dateOf } from '#web/format'

import { ChildCard } from './ChildCard.tsx'
import { family, familyNotices } from './queries.ts'

/** A guardian's children. What waits for a decision comes first. */
export const Family = () => {
  const {
    data: { children, requests, waiting },
    refetch,
  } = useSuspenseQuery(family)
  const areNoticesKnown = useAnswered(familyNotices)
  if (!areNoticesKnown) return null
  return (
    <>
      <SafetyNotice />
      <Requests requests={requests} onDecided={refetch} />
      <WaitingForConsent waiting={waiting} />
      <ChildMilestones />
      {children.length === 0 && waiting.length === 0 ? (
        <NoChildren />
      ) : (
        <ul className="mt-2 grid items-start gap-4 md:grid-cols-2">
          {children.map((child) => (
            <ChildCard key={child.id} child={child} />
          ))}
        </ul>
      )}
      <details className="mt-8">
        <summary className="min-h-6 font-semibold">Do you have a code?</summary>
        <UseCode />
      </details>
    </>
  )
}

type RequestsProps = { requests: readonly WaitingRequest[]; onDecided: () => unknown }

/** Renders nothing without any. */
const Requests = ({ requests, onDecided }: RequestsProps) =>
  requests.length === 0 ? null : (
    <section aria-labelledby="decisions" className="mb-6">
      <h2 id="decisions" className="mb-3 text-xl">
        For you to decide
      </h2>
      <ul className="space-y-3">
        {requests.map((request) => (
          <ChildRequestItem
            key={`${request.id} ${request.child.id}`}
            childId={request.child.id}
            name={request.child.first_name}
            request={request}
            onDecided={onDecided}
          />
        ))}
      </ul>
    </section>
  )

type WaitingProps = { waiting: readonly { first_name: string; asked_at: string }[] }

/** Children who wait for this guardian's consent by email. */
const WaitingForConsent = ({ waiting }: WaitingProps) =>
  waiting.length === 0 ? null : (
    <ul className="mb-4 space-y-4">
      {waiting.map(({ first_name, asked_at }) => (
        <li key={`${first_name} ${asked_at}`}>
          <Alert tone="warning" title={`${first_name} is waiting for your consent`}>
            Open the link we emailed to this account’s address on {dateOf(asked_at)}. If you cannot
            find it, {first_name} can sign in and send it again.
          </Alert>
        </li>
      ))}
    </ul>
  )

const NoChildren = () => (
  <EmptyState title="No children are linked to your account yet">
    If your child is under 13, they register with your email address as their parent or guardian’s,
    and you agree using the link we email you. From age 13, your child invites you under Profile,
    “Who looks after you”. Either way, use the email address of this account.
  </EmptyState>
)
