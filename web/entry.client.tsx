import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { ApiError } from '#web/api'

import { navigations } from './frame/navigations.ts'

/** React's default, except that network failures are not logged as errors: the page reports them (web/page). */
const onCaughtError = (error: unknown) => {
  // oxlint-disable-next-line no-console
  if (!(error instanceof ApiError)) console.error(error)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[navigations.instrumentation]} />
    </StrictMode>,
    { onCaughtError },
  )
})
