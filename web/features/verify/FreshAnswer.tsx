import { useEffect, useRef } from 'react'

import type { Verification } from '#contract/credentials'

import { Answer, Glance } from './Answer.tsx'

/** Result for the submitted record. Takes focus, because the user waits for it. */
export const FreshAnswer = ({ verification }: { verification: Verification }) => {
  const glance = useRef<HTMLDivElement>(null)
  useEffect(() => glance.current?.focus(), [])
  return (
    <div className="mt-10 space-y-8">
      <Glance ref={glance} verdict={verification.verdict} message={verification.message} />
      <Answer verification={verification} />
    </div>
  )
}
