import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { AdministeredPerson } from '#contract/people'
import { ROLE_NAMES } from '#rules/membership'
import { TIER_NAMES } from '#rules/tiers'
import { Chip, lazyPart, PageHeading, SectionCard } from '#ui'
import { ago, dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { STATUS_NAMES, STATUS_TONES } from './labels.ts'
import { administeredPerson } from './queries.ts'

const MembershipForm = lazyPart(() => import('./MembershipForm.tsx'), 'MembershipForm', 'h-48')
const AccountActions = lazyPart(() => import('./AccountActions.tsx'), 'AccountActions', 'h-48')
const SignInSection = lazyPart(() => import('#views/sign-in-cards'), 'SignInSection', 'h-40')
const AuditLines = lazyPart(() => import('./AuditLines.tsx'), 'AuditLines', 'h-64')

export const handle = {
  failed: 'The person could not be loaded',
  missing: {
    title: 'Person not found',
    text: 'The account may have been deleted.',
    action: { to: paths.adminPeople, label: 'All people' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [administeredPerson(id)])

/** A person's account, related people, and an admin's actions. */
const PersonPage = () => {
  const { id = '' } = useParams()
  const { data: person } = useSuspenseQuery(administeredPerson(id))
  return <Loaded key={person.id} person={person} />
}

const Loaded = ({ person }: { person: AdministeredPerson }) => (
  <div className="space-y-8">
    <header>
      <p className="mb-2">
        <Link to={paths.adminPeople} className="link">
          All people
        </Link>
      </p>
      <PageHeading title={`${person.first_name} ${person.last_name}`}>
        <bdi>{`${person.first_name} ${person.last_name}`}</bdi>
      </PageHeading>
      <p className="mt-1 text-muted">
        {person.email ?? `${person.sign_in_name}, no email address`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Chip tone={STATUS_TONES[person.status]}>{STATUS_NAMES[person.status]}</Chip>
        <Chip>{ROLE_NAMES[person.role]}</Chip>
        <Chip>{TIER_NAMES[person.subscription_tier]}</Chip>
        {person.email_verified ? null : <Chip tone="warning">Email not confirmed</Chip>}
        {person.safeguarding ? <Chip tone="brand">Safeguarding lead</Chip> : null}
      </div>
    </header>
    <Facts person={person} />
    <SectionCard id="membership" title="Role and tier" spaced>
      <MembershipForm person={person} />
    </SectionCard>
    <SectionCard id="account" title="Account" spaced>
      <AccountActions person={person} />
    </SectionCard>
    {person.role === 'student' && person.status === 'active' ? (
      <SignInSection learner={person} mayAddAddress />
    ) : null}
    <section aria-labelledby="log">
      <h2 id="log" className="mb-4 text-xl">
        Audit log
      </h2>
      <AuditLines asked={{ person_id: person.id, limit: 10 }} />
    </section>
  </div>
)

const AGE_GROUPS = { child: 'Under 13', teenager: '13 to 17', adult: '18 or older' } as const

const Facts = ({ person }: { person: AdministeredPerson }) => {
  const [now] = useState(() => Date.now())
  const { age_group, last_seen_at, sessions, guardians, children, advisors, learners } = person
  const links = (those: readonly { id: string; name: string }[]) =>
    those.map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 ? ', ' : ''}
        <Link to={paths.adminPerson(id)} className="link">
          <bdi>{name}</bdi>
        </Link>
      </span>
    ))
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 [&_dt]:text-sm [&_dt]:text-muted">
      <Fact name="Joined">{dateOf(person.created_at)}</Fact>
      <Fact name="Signed in">
        {sessions === 0
          ? 'Nowhere'
          : `On ${sessions} ${sessions === 1 ? 'device' : 'devices'}${last_seen_at ? `, last seen ${ago(last_seen_at, now)}` : ''}`}
      </Fact>
      {age_group ? <Fact name="Age">{AGE_GROUPS[age_group]}</Fact> : null}
      {person.deletion_due_at ? (
        <Fact name="Will be deleted on">{dateOf(person.deletion_due_at)}</Fact>
      ) : null}
      {guardians.length > 0 ? (
        <Fact name="Guardians">
          {guardians.map(({ id, name, email }, index) => (
            <span key={email}>
              {index > 0 ? ', ' : ''}
              {id ? links([{ id, name }]) : <bdi>{`${name} (${email})`}</bdi>}
            </span>
          ))}
        </Fact>
      ) : null}
      {children.length > 0 ? <Fact name="Guardian of">{links(children)}</Fact> : null}
      {advisors.length > 0 ? <Fact name="Advisor">{links(advisors)}</Fact> : null}
      {learners > 0 ? <Fact name="Their learners">{learners}</Fact> : null}
      {person.role === 'student' ? (
        <Fact name="See also">
          <Link to={`${paths.advisedLearner(person.id)}?view=record`} className="link">
            The record
          </Link>
          ,{' '}
          <Link to={`${paths.adminAccess}?learner=${person.id}`} className="link">
            who can see what
          </Link>
        </Fact>
      ) : null}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export default PersonPage
