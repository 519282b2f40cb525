import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Profile } from '#contract/profile'
import { TIER_NAMES } from '#rules/tiers'
import { Card, RadioCards } from '#ui'
import { PasswordForm, Sessions } from '#views/auth'
import { BringIn } from '#views/earlier-work'
import { Choices } from '#views/notifications'
import { CloseAccount, Exports } from '#views/privacy'
import { SchoolAccount } from '#views/school-sign-in'
import { SigningIn } from '#views/second-factor'
import { theme, THEMES, type Theme } from '#web/browser'
import { dayInWords } from '#web/format'

import { AvatarForm } from './AvatarForm.tsx'
import { ContactForm } from './ContactForm.tsx'
import { LetterChoice } from './LetterChoice.tsx'
import { LookedAfterBy } from './LookedAfterBy.tsx'

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
      <dt className="text-sm text-muted">Email</dt>
      <dd className="font-medium wrap-anywhere">{profile.email}</dd>
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
  system: { label: 'System', hint: 'As your device' },
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
    <Section title="Account" hint="Only you and the people who run this site see these.">
      <Facts profile={profile} />
    </Section>
    <Section title="Picture" hint="Friends see it, and people you ask to connect.">
      <AvatarForm profile={profile} />
    </Section>
    <Section title="Name and contact">
      <ContactForm profile={profile} />
    </Section>
    {profile.role === 'student' ? (
      <Section title="Who looks after you">
        <LookedAfterBy profile={profile} />
      </Section>
    ) : null}
    {profile.role === 'parent' ? (
      <Section title="Emails">
        <LetterChoice profile={profile} />
      </Section>
    ) : null}
    <Section title="Notifications" place="notifications">
      <Choices />
    </Section>
    <Section title="Your subscription">
      <p>
        Your account has the plan <strong>{TIER_NAMES[profile.subscription_tier]}</strong>.{' '}
        <Link to={paths.subscription} className="link">
          What it brings
        </Link>
      </p>
    </Section>
    <Section title="Change your password" hint="Changing it signs you out everywhere else.">
      <PasswordForm />
    </Section>
    <Section title="Signing in" place="signing-in">
      <SigningIn />
      <SchoolAccount />
    </Section>
    <Section title="Where you are signed in">
      <Sessions />
    </Section>
    <Section title="Appearance">
      <Appearance />
    </Section>
    <Section title="Your data">
      <Exports />
      <BringIn learnerId={profile.id} name={`${profile.first_name} ${profile.last_name}`} />
    </Section>
    <Section title="Delete account">
      <CloseAccount {...profile} />
    </Section>
  </div>
)
