import { Alert } from '#ui'

/** Explains to a child why connecting must wait; renders nothing for anyone else. */
export const UnavailableNotice = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Alert tone="info" title="Connecting has to wait">
      <p>{reason} Until then nobody can connect with you, and you cannot send requests.</p>
    </Alert>
  )
