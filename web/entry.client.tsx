import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { ApiError } from '#web/api'

/** React's own default, except that a reply that did not come is no defect: the page says so (web/page). */
const onCaughtError = (error: unknown) => {
  // oxlint-disable-next-line no-console
  if (!(error instanceof ApiError)) console.error(error)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onCaughtError },
  )
})
