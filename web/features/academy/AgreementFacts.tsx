import { Link } from 'react-router'

import type { Agreement } from '#contract/academy'
import { paths } from '#contract/paths'
import { Chip } from '#ui'
import { fileUrl } from '#views/evidence'
import { dateOf, dayInWords } from '#web/format'

import { formatMoment, SIGNERS, STATES } from './labels.ts'

/** Facts about one agreement. */
export const AgreementFacts = ({ agreement }: { agreement: Agreement }) => {
  const { state, scheduled_at, place, signed_on, signers, scans } = agreement
  const [label, tone] = STATES[state]
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <Chip tone={tone}>{label}</Chip>
        <Link to={paths.agreementText(agreement.learner_id, agreement.id)} className="link">
          Text of version {agreement.version}
          <span className="visually-hidden"> for {agreement.learner_name}</span>
        </Link>
      </div>
      {state === 'scheduled' && scheduled_at ? (
        <p>
          To be signed on {formatMoment(scheduled_at)}: <bdi>{place}</bdi>
        </p>
      ) : null}
      {signed_on ? (
        <p>
          Signed on {dayInWords(signed_on)}: <bdi>{place}</bdi>
        </p>
      ) : null}
      {signers.length > 0 ? (
        <ul className="list-disc pl-6">
          {signers.map(({ role, name }) => (
            <li key={`${role} ${name}`}>
              {SIGNERS[role]}: <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      {scans.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {scans.map(({ file_id, name }) => (
            <a key={file_id} href={fileUrl(file_id)} className="link">
              {name}
            </a>
          ))}
        </p>
      ) : null}
      {agreement.signed_by ? (
        <p className="text-sm text-muted">
          Recorded by <bdi>{agreement.signed_by}</bdi>
          {agreement.countersigned_at ? (
            <>
              , countersigned by <bdi>{agreement.countersigned_by ?? 'an admin'}</bdi> on{' '}
              {dateOf(agreement.countersigned_at)}
            </>
          ) : null}
        </p>
      ) : null}
      {agreement.reason && agreement.ended_at ? (
        <p className="text-sm text-muted">
          Void since {dateOf(agreement.ended_at)}: {agreement.reason}
        </p>
      ) : null}
    </div>
  )
}
