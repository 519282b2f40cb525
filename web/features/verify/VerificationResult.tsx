import Ban from 'lucide-react/icons/ban'
import CalendarX from 'lucide-react/icons/calendar-x'
import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-help'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import type { Ref } from 'react'

import type { Verdict, Verification } from '#contract/credentials'

import { CredentialContents } from './CredentialContents.tsx'
import { IndependentVerification } from './IndependentVerification.tsx'
import { HEADLINES } from './labels.ts'

const GOOD = 'border-success bg-success-soft text-success'
const BAD = 'border-danger bg-danger-soft text-danger'
const CARE = 'border-warning bg-warning-soft text-warning'
const NEUTRAL = 'border-control bg-sunk text-ink'

const LOOKS = {
  valid: { look: GOOD, Icon: ShieldCheck },
  altered: { look: BAD, Icon: ShieldAlert },
  revoked: { look: BAD, Icon: Ban },
  expired: { look: CARE, Icon: CalendarX },
  foreign: { look: NEUTRAL, Icon: CircleHelp },
  malformed: { look: NEUTRAL, Icon: CircleHelp },
  too_large: { look: NEUTRAL, Icon: CircleHelp },
  unknown: { look: NEUTRAL, Icon: CircleHelp },
} satisfies Record<Verdict, { look: string; Icon: typeof Check }>

/** Verdict at a glance: icon, headline, sentence. */
export const VerdictSummary = ({
  verdict,
  message,
  headline: Headline = 'h2',
  ref,
}: {
  verdict: Verdict
  message: string
  headline?: 'h2' | 'p'
  ref?: Ref<HTMLDivElement>
}) => {
  const { look, Icon } = LOOKS[verdict]
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`flex flex-col gap-4 rounded-card border-2 p-5 sm:flex-row sm:items-center sm:p-6 ${look}`}
    >
      <Icon aria-hidden size={48} strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0">
        <Headline className="font-heading text-2xl font-bold">{HEADLINES[verdict]}</Headline>
        <p className="mt-1 max-w-text text-ink">{message}</p>
      </div>
    </div>
  )
}

/** Full verification result: content, checks, and how to verify elsewhere. */
export const VerificationResult = ({ verification }: { verification: Verification }) => {
  const { checks, details } = verification
  return (
    <div className="space-y-10">
      {details ? <CredentialContents details={details} /> : null}
      <section aria-labelledby="checks">
        <h2 id="checks" className="mb-3 text-xl">
          How this was checked
        </h2>
        <ul className="space-y-2">
          {checks.map(({ name, passed, words }) => (
            <li key={name} className="flex gap-2.5">
              {passed ? (
                <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-success" />
              ) : (
                <X aria-hidden size={20} className="mt-0.5 shrink-0 text-danger" />
              )}
              <span>
                <span className="visually-hidden">{passed ? 'Passed: ' : 'Failed: '}</span>
                {words}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {details ? <IndependentVerification details={details} /> : null}
    </div>
  )
}
