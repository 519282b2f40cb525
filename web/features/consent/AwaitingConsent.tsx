import { useQuery } from '@tanstack/react-query'
import Hourglass from 'lucide-react/icons/hourglass'

import type { WaitingConsent } from '#contract/consent'
import { AuthPanel, lazyPart, PageHeading, QueryView } from '#ui'
import { MailboxLink, RefreshUser, ResendButton, SignOutButton, useAuth } from '#views/auth'
import { useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { consent } from './queries.ts'

const OtherGuardian = lazyPart(() => import('./OtherGuardian.tsx'), 'OtherGuardian', 'mt-4 h-24')

/** Replaces every page until a guardian consents, or after consent was withdrawn: explains the situation and the options. */
export const AwaitingConsent = () => {
  const { user } = useAuth({ refetchOnWindowFocus: 'always' })
  const query = useQuery(consent.showWaitingConsent.query())
  return (
    <AuthPanel>
      <Hourglass aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-brand" />
      <PageHeading title="Waiting for your guardian">
        {query.data?.withdrawn
          ? 'Your account is closed'
          : user
            ? `Almost there, ${user.first_name}`
            : 'Almost there'}
      </PageHeading>
      <div className="mt-4 space-y-5">
        <QueryView query={query} what="your account’s status" skeleton="h-40">
          {(waiting) =>
            waiting.withdrawn ? (
              <Stopped withdrawn={waiting.withdrawn} due={waiting.deletion_due_at} />
            ) : (
              <Waiting waiting={waiting} />
            )
          }
        </QueryView>
        <MailboxLink />
      </div>
      <div className="mt-8 flex flex-wrap gap-3 border-t border-line pt-5">
        <RefreshUser>They have agreed</RefreshUser>
        <SignOutButton>Sign out</SignOutButton>
      </div>
    </AuthPanel>
  )
}

const Waiting = ({ waiting }: { waiting: WaitingConsent }) => {
  const { guardian_email, may_name_guardian, asked_at, deletion_due_at } = waiting
  const isNobodyKnown = may_name_guardian && guardian_email === null
  return (
    <>
      <p>
        Because you are under 13, your parent or guardian has to say yes first.{' '}
        {asked_at ? (
          <>
            We have written to <strong>{guardian_email ?? 'them'}</strong>, last on{' '}
            {dateOf(asked_at)}.
          </>
        ) : (
          'We haven’t written to anybody yet.'
        )}{' '}
        As soon as they agree, you can start.
      </p>
      {isNobodyKnown ? (
        <OtherGuardian isFirst />
      ) : (
        <>
          <AskAgain isFirst={asked_at === null} />
          {may_name_guardian && (
            <details>
              <summary className="min-h-6 font-semibold">Wrong email address?</summary>
              <OtherGuardian />
            </details>
          )}
        </>
      )}
      <p className="text-muted">
        {deletion_due_at
          ? `If nobody agrees by ${dateOf(deletion_due_at)}, the account and everything in it will be deleted. You can register again at any time.`
          : 'Your school lists you here, so your account waits for you until they agree.'}
      </p>
    </>
  )
}

type StoppedProps = { withdrawn: NonNullable<WaitingConsent['withdrawn']>; due: string | null }

const Stopped = ({ withdrawn, due }: StoppedProps) => (
  <>
    <p>
      <strong>{withdrawn.guardian_name}</strong> withdrew consent for your account on{' '}
      {dateOf(withdrawn.at)}. You have done nothing wrong. The adults who look after you decide this
      until you are 13.
    </p>
    <p>
      Nobody can see your work now. It is kept until {due ? dateOf(due) : 'they decide'}, and then
      deleted. Until then they can download a copy of everything for you, or agree again. Talk to
      them about it.
    </p>
    <AskAgain />
  </>
)

const AskAgain = ({ isFirst = false }) => {
  const resend = useApiMutation(consent.resendConsent)
  return (
    <ResendButton send={() => resend.mutateAsync(undefined)}>
      {isFirst ? 'Send my guardian the email' : 'Send my guardian the email again'}
    </ResendButton>
  )
}
