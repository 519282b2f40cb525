import { useQuery } from '@tanstack/react-query'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import { useState } from 'react'

import type { Diploma, DiplomaPage } from '#contract/diploma'
import { paths } from '#contract/paths'
import { Button, Chip, Dialog, lazyPart, QueryView } from '#ui'
import { useUser } from '#views/auth'
import { diploma as calls, diplomasOf, missingInWords } from '#views/diploma'
import { useSettings } from '#views/site'
import { SmallPdfLink, defaultPaper } from '#views/transcript'
import { useApiMutation } from '#web/api'
import { paperDate } from '#web/format'

// Loaded when opened, because forms include validation.
const DiplomaForm = lazyPart(() => import('./DiplomaForm.tsx'), 'DiplomaForm', 'h-48')
const RevokeForm = lazyPart(() => import('./RevokeForm.tsx'), 'RevokeForm', 'h-48')

type Props = { learnerId: string; name: string }

/** A learner's diplomas and certificates; staff issue the accredited diploma and revoke either. */
export const Diplomas = ({ learnerId, name }: Props) => {
  const query = useQuery(diplomasOf(learnerId))
  return (
    <QueryView query={query} what="the diplomas" skeleton="h-32">
      {(data) => (
        <>
          <Papers diplomas={data.diplomas} />
          <Issuing learnerId={learnerId} name={name} page={data} />
        </>
      )}
    </QueryView>
  )
}

const Papers = ({ diplomas }: { diplomas: readonly Diploma[] }) => {
  const [revoking, setRevoking] = useState<Diploma>()
  if (diplomas.length === 0) return <p className="text-muted">No diploma yet.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {diplomas.map((each) => (
          <li key={each.id} className="space-y-1.5 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{each.diploma.title}</span>
              <span className="tabular-nums">{each.diploma.number}</span>
              {each.state === 'valid' ? (
                <Chip tone="success">Valid</Chip>
              ) : (
                <Chip tone="danger">Revoked</Chip>
              )}
            </div>
            <p className="text-sm text-muted">{historyOf(each)}</p>
            <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-2">
              <SmallPdfLink
                href={`/api/diploma/${each.id}/pdf?paper=${defaultPaper()}`}
                of={each.diploma.number}
              />
              <a
                href={paths.verified(each.diploma.verify_code)}
                className="link inline-flex min-h-8 items-center"
              >
                Verify<span className="visually-hidden"> {each.diploma.number}</span>
              </a>
              {each.state === 'valid' ? (
                <Button variant="quiet" size="small" onClick={() => setRevoking(each)}>
                  Revoke<span className="visually-hidden"> {each.diploma.number}</span>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <Dialog
        open={revoking !== undefined}
        title={`Revoke ${revoking?.diploma.number ?? ''}?`}
        onClose={() => setRevoking(undefined)}
      >
        {revoking ? <Revoking diploma={revoking} done={() => setRevoking(undefined)} /> : null}
      </Dialog>
    </>
  )
}

const historyOf = ({ diploma, revoked_at, revoked_because, waived_because }: Diploma) =>
  [
    diploma.signer
      ? `Signed by ${diploma.signer.name}, ${diploma.signer.role}, on ${paperDate(diploma.issued_at)}`
      : `Requested by the learner on ${paperDate(diploma.issued_at)}`,
    waived_because === null ? '' : `; requirements waived: ${waived_because}`,
    revoked_at === null ? '' : `; revoked on ${paperDate(revoked_at)}: ${revoked_because ?? ''}`,
  ].join('')

const Revoking = ({ diploma, done }: { diploma: Diploma; done: () => void }) => {
  const revoke = useApiMutation(calls.revokeDiploma)
  return (
    <RevokeForm
      noun={diploma.diploma.kind === 'accredited' ? 'diploma' : 'certificate'}
      number={diploma.diploma.number}
      hint="The learner can read it, and so can anyone who verifies the code."
      revoke={(reason) => revoke.mutateAsync({ params: { id: diploma.id }, body: { reason } })}
      done={done}
    />
  )
}

const Issuing = ({ learnerId, name, page }: Props & { page: DiplomaPage }) => {
  const { role } = useUser()
  const [issuing, setIssuing] = useState(false)
  const { readiness, diplomas } = page
  const isOffered = useSettings().offers.includes('accredited_diploma')
  const hasOne = diplomas.some(
    ({ state, diploma }) => state === 'valid' && diploma.kind === 'accredited',
  )
  if (hasOne) return null
  if (!isOffered) {
    return (
      <p className="mt-4 text-muted">
        This school does not offer the accredited diploma. Admins set in the settings what it
        offers.
      </p>
    )
  }
  if (!page.is_academy) {
    return <p className="mt-4 text-muted">The accredited diploma is for academy learners.</p>
  }
  return (
    <>
      <p className="mt-4">
        {readiness.met
          ? 'All subjects are complete: the accredited diploma can be issued.'
          : `Before the accredited diploma can be issued, these credits are missing: ${missingInWords(readiness)}.`}
      </p>
      {readiness.met || role === 'admin' ? (
        <Button
          className="mt-4"
          icon={<GraduationCap aria-hidden size={18} />}
          onClick={() => setIssuing(true)}
        >
          Issue the diploma
        </Button>
      ) : null}
      <Dialog open={issuing} title={`Issue ${name}’s diploma`} onClose={() => setIssuing(false)}>
        {issuing ? (
          <DiplomaForm
            learnerId={learnerId}
            name={name}
            readiness={readiness}
            done={() => setIssuing(false)}
          />
        ) : null}
      </Dialog>
    </>
  )
}
