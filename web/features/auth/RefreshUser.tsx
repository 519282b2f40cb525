import { useState } from 'react'

import { Button } from '#ui'

import { useRefreshUser } from './auth.ts'

/** Refetches the user; changes appear automatically. */
export const RefreshUser = ({ children }: { children: string }) => {
  const refresh = useRefreshUser()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const ask = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
    setAsked(true)
  }
  return (
    <div>
      <Button busy={busy} onClick={() => void ask()}>
        {children}
      </Button>
      <p role="status" className="mt-1.5 text-sm text-muted">
        {asked ? 'Not confirmed yet. Please open the link in the message.' : ''}
      </p>
    </div>
  )
}
