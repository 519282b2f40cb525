import { useEffect, useRef } from 'react'

import type { Verification } from '#contract/credentials'

import { VerificationResult, VerdictSummary } from './VerificationResult.tsx'

/** Result for the submitted record. Takes focus, because the user waits for it. */
export const LiveVerificationResult = ({ verification }: { verification: Verification }) => {
  const glance = useRef<HTMLDivElement>(null)
  useEffect(() => glance.current?.focus(), [])
  return (
    <div className="mt-10 space-y-8">
      <VerdictSummary ref={glance} verdict={verification.verdict} message={verification.message} />
      <VerificationResult verification={verification} />
    </div>
  )
}
