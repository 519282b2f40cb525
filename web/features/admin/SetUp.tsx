import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Overview } from '#contract/operations'
import { paths } from '#contract/paths'
import { ActionButton, ProgressBar, SectionCard, toast } from '#ui'
import { useSettings } from '#views/site'
import { messageOf, useApiMutation } from '#web/api'

import { operations } from './queries.ts'

/** Steps from an empty site to a first school day; renders nothing once all are done. */
export const SetUp = ({ overview }: { overview: Overview }) => {
  const { waiting, set_up, backup, people, mail } = overview
  const has = (wanted: string) => people.some(({ role, count }) => role === wanted && count > 0)
  const steps: { title: string; to?: string; isDone: boolean; children: ReactNode }[] = [
    {
      title: 'Name the school',
      to: paths.adminSettings,
      isDone: set_up.has_school,
      children:
        'Its name, its postal address and where people can write to appear on records. Below them, say what the school offers.',
    },
    {
      title: 'Choose a safeguarding lead',
      to: paths.safeguarding,
      isDone: waiting.has_safeguard,
      children: 'Reports of harm at home go to this person only, never to the family.',
    },
    {
      title: 'Send a test email',
      isDone: set_up.mail_tested_at !== null,
      children: <TestEmail way={mail.way} />,
    },
    {
      title: 'Have the legal texts reviewed',
      isDone: set_up.are_texts_reviewed,
      children: <LegalTexts />,
    },
    {
      title: 'Make a first backup',
      isDone: backup !== null,
      children:
        'Run “npm run backup” on the server, or start the nightly timer. Keep a copy elsewhere.',
    },
    {
      title: 'Invite the teachers',
      to: paths.adminInvitations,
      isDone: has('advisor') || has('educator'),
      children: 'By email, many at once.',
    },
    {
      title: 'Bring in the families',
      to: paths.imports,
      isDone: has('student') || has('parent'),
      children: 'Import the school’s roster. Families can also sign up themselves.',
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <SectionCard id="set-up" title="Set up the site">
      <p className="mt-1 mb-2 text-muted">
        {done} of {steps.length} steps are done.
      </p>
      <ProgressBar label="Set-up" value={done} max={steps.length} />
      <ol className="mt-3 divide-y divide-line">
        {steps
          .toSorted((a, b) => Number(a.isDone) - Number(b.isDone))
          .map((step) => (
            <Step key={step.title} {...step} />
          ))}
      </ol>
    </SectionCard>
  )
}

type StepProps = { title: string; to?: string; isDone: boolean; children: ReactNode }

const Step = ({ title, to, isDone, children }: StepProps) => (
  <li className="flex gap-3 py-3">
    <span
      className={`flex size-7 shrink-0 items-center justify-center rounded-full ${isDone ? 'bg-success text-bg' : 'border border-line-strong'}`}
    >
      {isDone ? <Check aria-hidden size={16} /> : null}
    </span>
    {isDone ? (
      <span className="text-muted">
        {title} <span className="visually-hidden">(done)</span>
      </span>
    ) : (
      <div className="min-w-0">
        {to ? (
          <Link to={to} className="link inline-flex min-h-7 items-center font-semibold">
            {title}
          </Link>
        ) : (
          <h3 className="text-base font-semibold">{title}</h3>
        )}
        <div className="text-sm text-muted">{children}</div>
      </div>
    )}
  </li>
)

const TestEmail = ({ way }: { way: Overview['mail']['way'] }) => {
  const { mailbox_url } = useSettings()
  const send = useApiMutation(operations.testMail)
  if (way === 'none')
    return 'No mail server is configured: set SMTP_URL, and restart the site. Nobody can confirm an address before.'
  return (
    <>
      <p>
        Invitations and consent depend on it.
        {mailbox_url ? (
          <>
            {' '}
            Without SMTP_URL it goes to the{' '}
            <Link to={mailbox_url} className="link">
              local mailbox
            </Link>
            .
          </>
        ) : null}
      </p>
      <ActionButton
        size="small"
        variant="secondary"
        className="mt-2"
        run={async () => {
          const { to } = await send.mutateAsync(undefined)
          toast.success(`Sent to ${to}. Has it arrived?`)
        }}
        explain={messageOf}
      >
        Send it to me
      </ActionButton>
    </>
  )
}

const TEXTS = [
  { to: paths.terms, title: 'Terms of Service' },
  { to: paths.privacy, title: 'Privacy Policy' },
  { to: paths.academyAgreement, title: 'Academy Agreement' },
  { to: paths.academyHandbook, title: 'Academy Handbook' },
]

const LegalTexts = () => {
  const confirm = useApiMutation(operations.confirmLegalTexts)
  return (
    <>
      <p>
        They describe truthfully what the software does, and are a starting point: add who you are,
        where the servers are and, for the academy, your accreditor and fees, and ask a lawyer for
        your country.
      </p>
      <p className="flex flex-wrap gap-x-4">
        {TEXTS.map(({ to, title }) => (
          <Link key={to} to={to} className="link inline-flex min-h-7 items-center">
            {title}
          </Link>
        ))}
      </p>
      <ActionButton
        size="small"
        variant="secondary"
        className="mt-2"
        run={() => confirm.mutateAsync(undefined)}
        explain={messageOf}
      >
        They have been reviewed
      </ActionButton>
    </>
  )
}
