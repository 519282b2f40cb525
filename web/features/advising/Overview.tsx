import { useState } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { Card, SectionCard } from '#ui'
import { ago, number, shortDay } from '#web/format'

import { Care } from './Care.tsx'
import { concernInWords, counted, waitingInWords } from './labels.ts'
import { Rhythm } from './Rhythm.tsx'

/** A learner's progress in words and figures, and the people around them. */
export const Overview = ({ learner }: { learner: AdvisedLearner }) => {
  const [now] = useState(() => Date.now())
  const { overview } = learner
  const { last_active_at, on_break, returned, concerns, waiting_since } = overview
  const waits = waitingInWords(overview)
  const facts: [term: string, said: string][] = [
    ['Last hand-in', last_active_at ? ago(last_active_at, now) : 'none yet'],
    [
      'Waiting for you',
      waits && waiting_since ? `${waits}, oldest ${ago(waiting_since, now)}` : 'nothing',
    ],
    [
      'Waiting for the learner',
      returned > 0 ? counted(returned, 'returned piece', 'returned pieces') : 'nothing',
    ],
    ['Time off', on_break ? `${on_break.label}, until ${shortDay(on_break.to)}` : 'no'],
    ['Credits', `${number(overview.credits)} of ${number(overview.required)}`],
    ['XP', number(overview.xp)],
  ]
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <Card aria-labelledby="rhythm">
          <h2 id="rhythm" className="mb-3 text-xl">
            The last eight weeks
          </h2>
          <Rhythm weeks={overview.weeks} />
          <dl className="mt-4 grid gap-y-2 sm:grid-cols-[auto_1fr] sm:gap-x-6">
            {facts.map(([term, said]) => (
              <div key={term} className="contents">
                <dt className="text-muted">{term}</dt>
                <dd className="max-sm:mb-2">{said}</dd>
              </div>
            ))}
          </dl>
        </Card>
        {concerns.length > 0 ? (
          <SectionCard id="concerns" title="Worth asking about">
            <ul className="mt-2 space-y-1">
              {concerns.map((concern) => (
                <li key={concern.kind}>{concernInWords(concern)}.</li>
              ))}
            </ul>
          </SectionCard>
        ) : null}
      </div>
      <div className="space-y-6">
        <Care learner={learner} />
      </div>
    </div>
  )
}
