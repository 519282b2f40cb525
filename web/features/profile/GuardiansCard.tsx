import { useState } from 'react'

import type { Profile } from '#contract/profile'
import { CONSENT_AGE, fullYears, isAdult } from '#rules/age'
import { Disclosures, Guardians } from '#views/family'

/** A learner's guardians. Under 13, only guardians can invite others. */
export const GuardiansCard = ({ profile }: { profile: Profile }) => {
  const { id, date_of_birth } = profile
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const isChild = date_of_birth !== null && fullYears(date_of_birth, today) < CONSENT_AGE
  if (isChild) {
    return (
      <p className="mt-3 text-muted">
        Your parents or guardians decide who looks after you. Ask them if you want to know more.
      </p>
    )
  }
  return (
    <>
      <Guardians learnerId={id} mayInvite endsAny={isAdult(date_of_birth, today)} />
      <details className="mt-6">
        <summary className="min-h-6 font-semibold">Who has read what</summary>
        <Disclosures learnerId={id} />
      </details>
    </>
  )
}
