import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Profile } from '#contract/profile'
import { isChild } from '#rules/age'
import { TIER_NAMES } from '#rules/tiers'
import { Card, RadioCards } from '#ui'
import { PasswordForm, Sessions, useUser } from '#views/auth'
import { ImportCard } from '#views/earlier-work'
import { Choices } from '#views/notifications'
import { CloseAccount, Exports } from '#views/privacy'
import { SchoolAccount } from '#views/school-sign-in'
import { SigningIn } from '#views/second-factor'
import { AddressForm } from '#views/sign-in-cards'
import { theme, THEMES, type Theme } from '#web/browser'
import { dayInWords, utcDay } from '#web/format'

import { AvatarForm } from './AvatarForm.tsx'
import { ContactForm } from './ContactForm.tsx'
import { GuardiansCard } from './GuardiansCard.tsx'
import { WeeklyEmailSetting } from './WeeklyEmailSetting.tsx'

type SectionProps = { title: string; hint?: string; place?: string; children: ReactNode }

/** Links target this card, which may render after the page. */
const arrive = (card: HTMLElement | null) => {
  if (card?.id && window.location.hash === `#${card.id}`) card.scrollIntoView()
}

const Section = ({ title, hint, place, children }: SectionProps) => {
  const id = useId()
  return (
    <Card id={place} ref={arrive} aria-labelledby={id} className="scroll-mt-20">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {hint ? <p className="mt-1 text-muted">{hint}</p> : null}
      <div className="mt-5">{children}</div>
    </Card>
  )
}

const Facts = ({ profile }: { profile: Profile }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    <div>
      <dt className="text-sm text-muted">{profile.email ? 'Email' : 'Sign-in name'}</dt>
      <dd className="font-medium wrap-anywhere">{profile.email ?? profile.sign_in_name}</dd>
    </div>
    <div>
      <dt className="text-sm text-muted">Date of birth</dt>
      <dd className="font-medium">
        {profile.date_of_birth ? dayInWords(profile.date_of_birth) : 'Not given'}
      </dd>
    </div>
  </dl>
)

const THEME_WORDS = {
  system: { label: 'System', hint: 'Same as your device' },
  light: { label: 'Light', hint: 'Paper and ink' },
  dark: { label: 'Dark', hint: 'Night sky' },
} satisfies Record<Theme, unknown>

const Appearance = () => {
  const current = useSyncExternalStore(theme.subscribe, theme.current)
  return (
    <RadioCards
      legend="Theme"
      name="appearance"
      columns={3}
      options={THEMES.map((value) => ({
        value,
        ...THEME_WORDS[value],
        checked: value === current,
      }))}
      onChange={(event) => theme.choose(event.currentTarget.value as Theme)}
    />
  )
}

export const ProfileSections = ({ profile }: { profile: Profile }) => (
  <div className="space-y-6">
    <Section title="Account" hint="Only you and the people who run this site can see these.">
      <Facts profile={profile} />
    </Section>
    <Section title="Picture" hint="Your friends can see it, and so can people you ask to connect.">
      <AvatarForm profile={profile} />
    </Section>
    <Section title="Name and contact">
      <ContactForm profile={profile} />
    </Section>
    {profile.role === 'student' ? (
      <Section title="Who looks after you">
        <GuardiansCard profile={profile} />
      </Section>
    ) : null}
    {profile.role === 'parent' ? (
      <Section title="Emails">
        <WeeklyEmailSetting profile={profile} />
      </Section>
    ) : null}
    <Section title="Notifications" place="notifications">
      <Choices />
    </Section>
    <Section title="Your subscription">
      <p>
        You are on the <strong>{TIER_NAMES[profile.subscription_tier]}</strong> plan.{' '}
        <Link to={paths.subscription} className="link">
          What it includes
        </Link>
      </p>
    </Section>
    <Section title="Appearance">
      <Appearance />
    </Section>
    <OwnAccount profile={profile} />
  </div>
)

/** Changes of the account and its sign-in, which a session by card cannot make (decisions/0093). */
const OwnAccount = ({ profile }: { profile: Profile }) => {
  const [today] = useState(utcDay)
  if (useUser().by_card) {
    return (
      <Section title="Signing in">
        <p>
          You’re signed in with your card. Your password, your data and the account itself can be
          changed when you sign in with your password, or by the people who look after you.
        </p>
      </Section>
    )
  }
  const { date_of_birth } = profile
  return (
    <>
      {profile.email === null && !isChild(date_of_birth, today) ? (
        <Section
          title="Add your email address"
          hint="With it, you can set a new password yourself."
        >
          <AddressForm learnerId={profile.id} isOwn />
        </Section>
      ) : null}
      <Section title="Change your password" hint="Changing it will sign you out everywhere else.">
        <PasswordForm />
      </Section>
      <Section title="Signing in" place="signing-in">
        <SigningIn />
        <SchoolAccount />
      </Section>
      <Section title="Where you are signed in">
        <Sessions />
      </Section>
      <Section title="Your data">
        <Exports />
        <ImportCard learnerId={profile.id} name={`${profile.first_name} ${profile.last_name}`} />
      </Section>
      <Section title="Delete account">
        <CloseAccount {...profile} />
      </Section>
    </>
  )
}
