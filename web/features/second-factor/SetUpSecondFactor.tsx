import { useQuery } from '@tanstack/react-query'

import { Button, Card, Page, PageHeading } from '#ui'

import { secondFactor } from './queries.ts'
import { SigningIn } from './SigningIn.tsx'

/** Replaces every page for staff who must set up a second factor. */
export const SetUpSecondFactor = ({ onDone }: { onDone: () => void }) => {
  const { data } = useQuery(secondFactor.secondFactors.query())
  const has = data !== undefined && (data.totp !== null || data.passkeys.length > 0)
  return (
    <Page width="text">
      <PageHeading>Set up a second factor</PageHeading>
      <p className="mt-3 mb-8 text-muted">
        You work with children’s data, so staff need more than a password to sign in: an
        authenticator app or a passkey. It takes two minutes.
      </p>
      <Card>
        <SigningIn />
      </Card>
      {has ? (
        <Button size="large" className="mt-6" onClick={onDone}>
          Continue
        </Button>
      ) : null}
    </Page>
  )
}
