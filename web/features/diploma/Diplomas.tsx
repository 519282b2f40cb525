import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Diploma } from '#contract/diploma'
import { paths } from '#contract/paths'
import { Alert, Button, Chip } from '#ui'
import { PdfLink } from '#views/transcript'
import { paperDate } from '#web/format'

import { Paper } from './Paper.tsx'

/** The selected document, with a list if there are several. */
export const Diplomas = ({ diplomas }: { diplomas: readonly Diploma[] }) => {
  const [chosen, setChosen] = useState<string>()
  const shown = diplomas.find(({ id }) => id === chosen) ?? diplomas[0]
  if (!shown) return null
  const { diploma, revoked_because, verify_url } = shown
  return (
    <div className="space-y-8">
      {shown.state === 'revoked' ? (
        <div className="no-print">
          <Alert tone="danger" title="This document has been revoked">
            <p>{revoked_because}</p>
          </Alert>
        </div>
      ) : null}
      <Paper diploma={diploma} verifyUrl={verify_url} isValid={shown.state === 'valid'} />
      <div className="no-print flex flex-wrap items-end gap-x-6 gap-y-3">
        <PdfLink href={`/api/diploma/${shown.id}/pdf`} />
        <Button
          variant="secondary"
          icon={<Printer aria-hidden size={18} />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Link
          to={paths.verified(diploma.verify_code)}
          className="link inline-flex min-h-11 items-center"
        >
          See what others see when they verify it
        </Link>
      </div>
      {diplomas.length > 1 ? (
        <section aria-labelledby="all" className="no-print">
          <h2 id="all" className="mb-3 text-xl">
            All documents
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {diplomas.map((each) => (
              <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <span className="min-w-0 grow">
                  <span className="font-semibold">{each.diploma.title}</span>{' '}
                  <span className="text-muted">
                    {paperDate(each.diploma.issued_at)} · {each.diploma.number}
                  </span>
                </span>
                {each.state === 'revoked' ? <Chip tone="danger">Revoked</Chip> : null}
                {each === shown ? (
                  <Chip>Shown above</Chip>
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Show ${each.diploma.number}`}
                    onClick={() => setChosen(each.id)}
                  >
                    Show
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
