import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { paths } from '#contract/paths'
import { Button, toast, toastOnNextPage } from '#ui'
import { messageOf, statusOf } from '#web/api'
import { resetApp, session } from '#web/session'

import { auth } from './auth.ts'

/**
 * Saves pending drafts, ends the session on the server, then resets the app on the landing page. Throws if the server did not end
 * the session: the person is then still signed in.
 */
const signOut = async (cache: QueryClient): Promise<void> => {
  await session.saveAll()
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
  const leave = () => {
    setLeaving(true)
    signOut(cache).catch((error: unknown) => {
      setLeaving(false)
      toast.error(`You are still signed in. ${explain(error)}`)
    })
  }
  return <Button variant="quiet" busy={leaving} onClick={leave} {...look} />
}
