import { type ReactNode, useState } from 'react'

import type { AdministeredPerson } from '#contract/people'
import { isStaff } from '#rules/membership'
import { Alert, Button, Dialog, lazyPart, toast } from '#ui'
import { useUser } from '#views/auth'
import { AskGuardianForm } from '#views/sign-in-cards'
import { messageOf, statusOf, useApiMutation } from '#web/api'

import { people, secondFactor } from './queries.ts'

const AccountReasonForm = lazyPart(
  () => import('./AccountReasonForm.tsx'),
  'AccountReasonForm',
  'h-48',
)

const BirthdayForm = lazyPart(() => import('./BirthdayForm.tsx'), 'BirthdayForm', 'h-64')

type Props = { person: AdministeredPerson }

/** An admin's actions on an account, with their consequences. */
export const AccountActions = ({ person }: Props) => {
  const me = useUser()
  const params = { id: person.id }
  const replaces = () => people.showPerson.query({ params }).queryKey
  const link = useApiMutation(people.sendPasswordLink)
  const signOut = useApiMutation(people.endPersonSessions, { replaces })
  const lift = useApiMutation(secondFactor.liftSecondFactor)
  const change = useApiMutation(people.changePerson, { replaces })
  const [asks, setAsks] = useState<'suspend' | 'act'>()
  const [asksToLift, setAsksToLift] = useState(false)
  const [corrects, setCorrects] = useState(false)
  const [asksGuardian, setAsksGuardian] = useState(false)
  const close = () => setAsks(undefined)
  const error = link.error ?? lift.error ?? signOut.error ?? change.error
  const isOther = person.id !== me.id
  const isActive = person.status === 'active'
  return (
    <>
      <div className="divide-y divide-line">
        {error ? (
          <div className="pb-4">
            <Alert tone="danger" role="alert">
              {error === lift.error && statusOf(error) === 404
                ? 'They have no second factor.'
                : messageOf(error)}
            </Alert>
          </div>
        ) : null}
        {isOther && isActive && person.role !== 'admin' ? (
          <Action
            title="See the site as they do"
            words="To help with a question. You can look but not change anything. It is logged, they are notified, and it ends automatically after half an hour."
          >
            <Button variant="secondary" onClick={() => setAsks('act')}>
              <span>
                Sign in as <bdi>{person.first_name}</bdi>
              </span>
            </Button>
          </Action>
        ) : null}
        {person.status === 'suspended' || person.email === null ? null : (
          <Action
            title="Password"
            words="They get a link by email to choose a new one. The old one works until then."
          >
            <Button
              variant="secondary"
              busy={link.isPending}
              onClick={() =>
                link.mutate(
                  { params },
                  { onSuccess: () => toast.success('The link is on its way') },
                )
              }
            >
              Send a password link
            </Button>
          </Action>
        )}
        {isOther && isStaff(person.role) ? (
          <Action
            title="Second factor"
            words="For someone who has lost it. Every sign-in method except the password is removed, and they are signed out and told by email. Make sure the request really comes from them."
          >
            {asksToLift ? (
              <Button
                variant="danger"
                busy={lift.isPending}
                onClick={() =>
                  lift.mutate(
                    { params },
                    { onSuccess: () => toast.success('The second factor has been removed') },
                  )
                }
              >
                Remove it now
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => setAsksToLift(true)}>
                Remove the second factor
              </Button>
            )}
          </Action>
        ) : null}
        <Action
          title="Date of birth"
          words="For a typing error, or a birthday that is not true. They are signed out. Under 13, the account closes until a guardian consents; an adult who is a minor loses their friends here."
        >
          <Button variant="secondary" onClick={() => setCorrects(true)}>
            Correct the birthday
          </Button>
        </Action>
        {person.status === 'pending_consent' ? (
          <Action
            title="A guardian’s consent"
            words="The account waits for it. Ask a parent or guardian whom you know to be one: they then decide for the child and see everything."
          >
            <Button variant="secondary" onClick={() => setAsksGuardian(true)}>
              Ask a guardian
            </Button>
          </Action>
        ) : null}
        {person.sessions > 0 ? (
          <Action
            title="Sessions"
            words={
              isOther
                ? 'They are signed out on every device and have to sign in again.'
                : 'You are signed out on every other device.'
            }
          >
            <Button
              variant="secondary"
              busy={signOut.isPending}
              onClick={() =>
                signOut.mutate(
                  { params },
                  { onSuccess: () => toast.success('Signed out everywhere') },
                )
              }
            >
              Sign out everywhere
            </Button>
          </Action>
        ) : null}
        {isOther && (isActive || person.status === 'closing') ? (
          <Action
            title="Suspension"
            words="They are signed out immediately and cannot sign in. Their public pages, links and calendar feeds are turned off until you lift the suspension, and invitations they have sent are withdrawn. Nothing is deleted."
          >
            <Button variant="danger" onClick={() => setAsks('suspend')}>
              Suspend
            </Button>
          </Action>
        ) : null}
        {person.status === 'suspended' && person.suspended_by_roster ? (
          <Action
            title="Suspended by the school’s list"
            words="They can sign in again once the list names them again. If you suspend them too, they cannot until you lift it."
          >
            <Button variant="danger" onClick={() => setAsks('suspend')}>
              Suspend
            </Button>
          </Action>
        ) : null}
        {person.status === 'suspended' ? (
          <Action
            title="Suspension"
            words="They can sign in again, and their pages, links and feeds are turned back on."
          >
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate(
                  { params, body: { status: 'active' } },
                  { onSuccess: () => toast.success('The suspension has been lifted') },
                )
              }
            >
              Lift the suspension
            </Button>
          </Action>
        ) : null}
      </div>
      <Dialog
        open={corrects}
        title={`Date of birth of ${person.first_name}`}
        onClose={() => setCorrects(false)}
      >
        {corrects ? <BirthdayForm person={person} done={() => setCorrects(false)} /> : null}
      </Dialog>
      <Dialog
        open={asksGuardian}
        title={`A guardian of ${person.first_name}`}
        onClose={() => setAsksGuardian(false)}
      >
        {asksGuardian ? (
          <AskGuardianForm learner={person} done={() => setAsksGuardian(false)} />
        ) : null}
      </Dialog>
      <Dialog
        open={asks !== undefined}
        title={asks === 'act' ? `Sign in as ${person.first_name}` : `Suspend ${person.first_name}`}
        onClose={close}
      >
        {asks ? <AccountReasonForm person={person} what={asks} done={close} /> : null}
      </Dialog>
    </>
  )
}

const Action = ({
  title,
  words,
  children,
}: {
  title: string
  words: string
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4 first:pt-0 last:pb-0">
    <div className="min-w-0 grow basis-72">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-muted">{words}</p>
    </div>
    {children}
  </div>
)
