import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { paths } from '#contract/paths'
import { Button, Dialog, toast, toastOnNextPage } from '#ui'
import { messageOf, statusOf } from '#web/api'
import { listUnsentDrafts } from '#web/drafts'
import { resetApp, session } from '#web/session'

import { auth } from './auth.ts'

/**
 * Ends the session on the server, then resets the app on the landing page. Throws if the server did not end the session: the person is
 * then still signed in.
 */
const signOut = async (cache: QueryClient): Promise<void> => {
  session.beginSignOut()
  // Queries in flight would be refused.
  await cache.cancelQueries()
  await auth.logout().catch((error: unknown) => {
    // The session was already over.
    if (statusOf(error) === 401) return
    session.cancelSignOut()
    void cache.invalidateQueries()
    throw error
  })
  session.clear()
  resetApp(paths.home)
  toastOnNextPage('Logged out successfully')
}

const explain = (error: unknown) =>
  messageOf(error, 'The server could not end your session. Please try again.')

type SignOutButtonProps = { children: ReactNode; icon?: ReactNode; className?: string }

export const SignOutButton = (look: SignOutButtonProps) => {
  const cache = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const leave = () => {
    setIsUnsaved(false)
    setLeaving(true)
    signOut(cache).catch((error: unknown) => {
      setLeaving(false)
      toast.error(`You are still signed in. ${explain(error)}`)
    })
  }
  const saveFirst = async () => {
    setLeaving(true)
    if ((await session.saveAll()) && listUnsentDrafts().length === 0) return leave()
    setLeaving(false)
    setIsUnsaved(true)
  }
  return (
    <>
      <Button variant="quiet" busy={leaving} onClick={() => void saveFirst()} {...look} />
      <Dialog
        open={isUnsaved}
        title="Some of your work is not saved yet"
        onClose={() => setIsUnsaved(false)}
        actions={
          <>
            <Button variant="secondary" onClick={leave}>
              Sign out and lose it
            </Button>
            <Button onClick={() => setIsUnsaved(false)}>Stay signed in</Button>
          </>
        }
      >
        {isUnsaved ? (
          <p>
            It is on this device only, and signing out deletes it from here. Stay signed in until it
            has been sent, such as once you have a better connection.
          </p>
        ) : null}
      </Dialog>
    </>
  )
}
