import { Alert } from '#ui'

/** Tells a child in plain words why connecting has to wait; nothing for everybody else. */
export const NotYet = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Alert tone="info" title="Connecting has to wait">
      <p>{reason} Until then nobody can connect with you, and you cannot ask anybody.</p>
    </Alert>
  )
