import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { ActionButton, Alert, ButtonLink, LabeledSpinner, PageHeading } from '#ui'
import { SignOutButton, useAuth, useSignInWith } from '#views/auth'
import { messageOf } from '#web/api'

import { signInCards } from './queries.ts'

/**
 * Removes the card's secret from the address at once, and signs in only when the child confirms the name: a link that somebody sent
 * signs nobody in by itself. Never replaces another person's session.
 */
export const CardSignIn = () => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [secret, setSecret] = useState(hash.slice(1))
  // A second card, scanned while this page is open, changes only the fragment.
  if (hash.length > 1 && hash.slice(1) !== secret) setSecret(hash.slice(1))
  useEffect(() => {
    if (hash !== '') void navigate(paths.card, { replace: true })
  }, [hash, navigate])
  const auth = useAuth()
  return (
    <>
      {auth.state === 'loading' ? (
        <>
          <PageHeading title="Sign-in card">One moment</PageHeading>
          <LabeledSpinner label="Looking who is signed in" />
        </>
      ) : null}
      {auth.state === 'signedIn' ? <SomebodyHere name={auth.user.first_name} /> : null}
      {auth.state === 'failed' ? (
        <Refused words="The connection failed. Please try again." />
      ) : null}
      {auth.state === 'signedOut' ? (
        secret ? (
          <Holder key={secret} secret={secret} />
        ) : (
          <NoCard />
        )
      ) : null}
    </>
  )
}

const SomebodyHere = ({ name }: { name: string }) => (
  <div className="space-y-5">
    <PageHeading title="Sign-in card">{name} is signed in here</PageHeading>
    <p>
      To use a card on this device, {name} has to sign out first. Unfinished work is saved. Then
      scan the card again.
    </p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.dashboard}>I am {name}: go on</ButtonLink>
      <SignOutButton>Sign {name} out</SignOutButton>
    </div>
  </div>
)

const Holder = ({ secret }: { secret: string }) => {
  const enter = useSignInWith()
  const navigate = useNavigate()
  const card = useQuery({
    queryKey: ['card', secret],
    queryFn: () => signInCards.showCard({ body: { card: secret } }),
    retry: false,
    // The secret is in the key.
    gcTime: 0,
  })
  if (card.isError) return <Refused words={messageOf(card.error)} />
  if (!card.data) {
    return (
      <>
        <PageHeading title="Sign-in card">One moment</PageHeading>
        <LabeledSpinner label="Reading the card" />
      </>
    )
  }
  const name = card.data.first_name
  const signIn = async () => {
    enter(await signInCards.signInByCard({ body: { card: secret } }))
    await navigate(paths.dashboard, { replace: true })
  }
  return (
    <div className="space-y-5">
      <PageHeading title="Sign-in card">Hello! Are you {name}?</PageHeading>
      <ActionButton size="large" className="w-full" run={signIn} explain={messageOf}>
        Yes, I am {name}
      </ActionButton>
      <ButtonLink size="large" variant="secondary" className="w-full" to={paths.home}>
        No
      </ButtonLink>
      <p className="text-muted">Not your card? Please give it to your teacher.</p>
    </div>
  )
}

const Refused = ({ words }: { words: string }) => (
  <div className="space-y-5">
    <PageHeading title="Sign-in card">You are not signed in</PageHeading>
    <Alert tone="danger" role="alert">
      {words}
    </Alert>
    <ButtonLink variant="secondary" to={paths.loginByName}>
      Sign in with a name and password
    </ButtonLink>
  </div>
)

const NoCard = () => (
  <div className="space-y-5">
    <PageHeading title="Sign-in card">Scan your card</PageHeading>
    <p>Point this device’s camera at the square on your card, and open the link that appears.</p>
    <ButtonLink variant="secondary" to={paths.loginByName}>
      Sign in with a name and password
    </ButtonLink>
  </div>
)
