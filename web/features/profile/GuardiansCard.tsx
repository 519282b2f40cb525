import { useState } from 'react'

import type { Profile } from '#contract/profile'
import { isAdult, isChild } from '#rules/age'
import { Disclosures, Guardians } from '#views/family'
import { utcDay } from '#web/format'

/** A learner's guardians. Under 13, only guardians can invite others. */
export const GuardiansCard = ({ profile }: { profile: Profile }) => {
  const { id, date_of_birth } = profile
  const [today] = useState(utcDay)
  if (isChild(date_of_birth, today)) {
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
