import { useQuery } from '@tanstack/react-query'

import type { IssuedSummary } from '#contract/transcript'
import { Button, Chip, QueryView } from '#ui'
import { paperDate } from '#web/format'

import { SmallPdfLink } from './Downloads.tsx'
import { RENDERING_NAMES, STATE_NAMES, STATE_TONES } from './labels.ts'
import { issuedQuery } from './queries.ts'

type OfficialProps = {
  /** Default: the user's own. */
  learnerId?: string
  /** Text of the empty state. */
  empty: string
  /** Starts a revocation; undefined if not permitted. */
  onRevoke?: (issued: IssuedSummary) => void
}

/** Official transcripts with their state, newest first. */
export const Official = ({ learnerId, empty, onRevoke }: OfficialProps) => {
  const query = useQuery(issuedQuery(learnerId))
  return (
    <QueryView query={query} what="the official transcripts" skeleton="h-20">
      {({ items }) => {
        if (items.length === 0) return <p className="text-muted">{empty}</p>
        return (
          <ul className="divide-y divide-line">
            {items.map((issued) => (
              <li key={issued.id} className="space-y-1.5 py-4 first:pt-0 last:pb-0">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-semibold tabular-nums">{issued.number}</span>
                  <Chip tone={STATE_TONES[issued.state]}>{STATE_NAMES[issued.state]}</Chip>
                </div>
                <p>
                  For {issued.recipient}. {RENDERING_NAMES[issued.rendering]}.
                </p>
                <p className="text-sm text-muted">
                  Signed by {issued.signer.name}, {issued.signer.role}, on{' '}
                  {paperDate(issued.issued_at)}
                  {issued.expires_at ? `; valid until ${paperDate(issued.expires_at)}` : ''}
                  {issued.revoked_at
                    ? `; revoked on ${paperDate(issued.revoked_at)}: ${issued.revoked_because ?? ''}`
                    : ''}
                </p>
                <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-2">
                  <SmallPdfLink
                    href={`/api/transcript/issued/${issued.id}/pdf`}
                    of={issued.number}
                  />
                  <a
                    href={`/verify/${issued.verify_code}`}
                    className="link inline-flex min-h-8 items-center"
                  >
                    Verify<span className="visually-hidden"> {issued.number}</span>
                  </a>
                  {onRevoke && issued.state !== 'revoked' ? (
                    <Button variant="quiet" size="small" onClick={() => onRevoke(issued)}>
                      Revoke<span className="visually-hidden"> {issued.number}</span>
                    </Button>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        )
      }}
    </QueryView>
  )
}
