import { useState } from 'react'
import { Link } from 'react-router'

import type { AdvisedLearner } from '#contract/advising'
import { paths } from '#contract/paths'
import { creditAmount } from '#rules/text/credit-amount'
import { Card, lazyPart, SectionCard } from '#ui'
import { WriteButton } from '#views/messages'
import { loadLearnerPractice } from '#views/practice'
import { ago, number, shortDay } from '#web/format'

import { CareTeam } from './CareTeam.tsx'
import { concernInWords, pluralize, waitingInWords } from './labels.ts'
import { nudge } from './nudge.ts'
import { Rhythm } from './Rhythm.tsx'

const QUESTS_SHOWN = 5

const LearnerPractice = lazyPart(loadLearnerPractice, 'LearnerPractice')

/** A learner's progress in words and figures, and the people around them. */
export const Overview = ({ learner }: { learner: AdvisedLearner }) => {
  const [now] = useState(() => Date.now())
  const { overview, age, interests } = learner
  const current = learner.quests.filter(({ state }) => state === 'active')
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
      returned > 0 ? pluralize(returned, 'returned piece', 'returned pieces') : 'nothing',
    ],
    ['Time off', on_break ? `${on_break.label}, until ${shortDay(on_break.to)}` : 'no'],
    [
      'Credits',
      `${creditAmount(overview.credits, learner.credits.plan.xp_per_credit)} of ${number(overview.required)} credits`,
    ],
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
        <LearnerPractice learnerId={learner.id} />
        <SectionCard id="about" title={`About ${learner.first_name}`}>
          <dl className="mt-2 grid gap-y-2 sm:grid-cols-[auto_1fr] sm:gap-x-6 [&_dd]:wrap-anywhere">
            <dt className="text-muted">Age</dt>
            <dd>{age ?? 'not known'}</dd>
            <dt className="text-muted">Interests</dt>
            <dd dir="auto">{interests || 'none written down'}</dd>
            <dt className="text-muted">Quests at hand</dt>
            <dd>
              {current.length === 0 ? 'none' : null}
              <ul>
                {current.slice(0, QUESTS_SHOWN).map(({ id, title }) => (
                  <li key={id}>
                    <Link
                      to={paths.quest(id)}
                      className="link inline-flex min-h-6 min-w-6 items-center"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
              {current.length > QUESTS_SHOWN ? `and ${current.length - QUESTS_SHOWN} more` : null}
            </dd>
          </dl>
        </SectionCard>
        {concerns.length > 0 ? (
          <SectionCard id="concerns" title="Worth asking about">
            <ul className="mt-2 space-y-1">
              {concerns.map((concern) => (
                <li key={concern.kind}>{concernInWords(concern)}.</li>
              ))}
            </ul>
            <div className="mt-3">
              <WriteButton
                to={{ person: learner.id }}
                name={`${learner.first_name} about this`}
                prepared={nudge(learner.first_name, concerns[0]!)}
              />
            </div>
          </SectionCard>
        ) : null}
      </div>
      <div className="space-y-6">
        <CareTeam learner={learner} />
      </div>
    </div>
  )
}
