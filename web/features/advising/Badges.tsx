import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { LearnerBadges } from '#contract/advising'
import { paths } from '#contract/paths'
import { Button, Dialog, lazyPart, QueryView } from '#ui'
import { BadgeArt } from '#views/badges'
import { dateOf } from '#web/format'

import { advising } from './queries.ts'

// Loaded when opened, because forms include validation.
const AwardForm = lazyPart(() => import('./AwardForm.tsx'), 'AwardForm', 'h-48')

type Awaiting = LearnerBadges['awaiting'][number]

type Props = {
  learnerId: string
  /** The learner's first name. */
  name: string
}

/** A learner's earned badges, and badges that only an advisor awards. */
export const Badges = ({ learnerId, name }: Props) => {
  const query = useQuery(advising.getLearnerBadges.query({ params: { id: learnerId } }))
  const [awarding, setAwarding] = useState<Awaiting>()
  return (
    <QueryView query={query} what="the badges">
      {({ earned, awaiting }) => (
        <>
          {earned.length === 0 ? (
            <p className="text-muted">None earned yet.</p>
          ) : (
            <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              {earned.map((badge) => (
                <li key={badge.id} className="flex items-start gap-3">
                  <BadgeArt badge={badge} earned className="size-12" />
                  <div className="min-w-0">
                    {badge.code === null ? (
                      <span className="font-semibold">{badge.name}</span>
                    ) : (
                      <a href={paths.verified(badge.code)} className="link font-semibold">
                        {badge.name}
                      </a>
                    )}
                    <p className="text-sm text-muted">
                      {badge.reason === null ? 'Earned' : 'Awarded'} on {dateOf(badge.earned_at)}
                      {badge.reviewed ? '' : ', not yet reviewed'}
                    </p>
                    {badge.reason === null ? null : (
                      <p className="mt-1 text-sm">“{badge.reason}”</p>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
          {awaiting.length > 0 ? (
            <>
              <h3 className="mt-6 text-lg">For you to award</h3>
              <p className="mt-1 text-muted">
                These badges aren’t earned through work alone: an advisor has to see it and award
                them.
              </p>
              <ul className="mt-2 divide-y divide-line">
                {awaiting.map((badge) => (
                  <li key={badge.id} className="flex items-start gap-3 py-4 last:pb-0">
                    <BadgeArt badge={badge} earned={false} className="size-12" />
                    <div className="min-w-0 grow space-y-1.5">
                      <p className="font-semibold">{badge.name}</p>
                      <p className="text-sm">{badge.description}</p>
                      {badge.to_do === null ? (
                        <Button variant="secondary" size="small" onClick={() => setAwarding(badge)}>
                          Award<span className="visually-hidden"> {badge.name}</span>
                        </Button>
                      ) : (
                        <p className="text-sm text-muted">Still to be done: {badge.to_do}.</p>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <Dialog
            open={awarding !== undefined}
            title={`Award “${awarding?.name ?? ''}” to ${name}`}
            onClose={() => setAwarding(undefined)}
          >
            {awarding ? (
              <AwardForm
                learnerId={learnerId}
                badge={awarding}
                done={() => setAwarding(undefined)}
              />
            ) : null}
          </Dialog>
        </>
      )}
    </QueryView>
  )
}
