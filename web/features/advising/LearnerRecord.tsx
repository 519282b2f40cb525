import { Suspense } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { Card, lazyPart, Skeleton } from '#ui'
import { SubjectRows } from '#views/credits'
import { EarlierList } from '#views/earlier-work'
import { PdfLink } from '#views/transcript'
import { number } from '#web/format'

import { AddCredit } from './AddCredit.tsx'
import { advising } from './queries.ts'

// What stands below: fetched beside the page, not before it.
const Agreements = lazyPart(() => import('#views/academy'), 'Agreements')
const Badges = lazyPart(() => import('./Badges.tsx'), 'Badges')
const Diplomas = lazyPart(() => import('./Diplomas.tsx'), 'Diplomas')
const Entries = lazyPart(() => import('./Entries.tsx'), 'Entries')
const GradeForm = lazyPart(() => import('./GradeForm.tsx'), 'GradeForm')
const Transcripts = lazyPart(() => import('./Transcripts.tsx'), 'Transcripts')

/** What counts: credits, badges, and the records that others are given. */
export const LearnerRecord = ({ learner }: { learner: AdvisedLearner }) => {
  const { credits } = learner
  const name = `${learner.first_name} ${learner.last_name}`
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-lg text-muted tabular-nums">
          {number(credits.total.earned)} of {number(credits.total.required)} credits earned,{' '}
          {number(credits.total.in_review)} in review
        </p>
        <PdfLink
          href="/api/transcript.pdf"
          query={{ learner_id: learner.id, rendering: 'courses' }}
          label="Unofficial PDF"
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card aria-labelledby="subjects">
            <h2 id="subjects" className="mb-4 text-xl">
              Credits
            </h2>
            <SubjectRows
              rows={credits.rows}
              plan={credits.plan}
              evidence={(subject) =>
                advising.getLearnerEvidence.query({
                  params: { id: learner.id },
                  query: { subject },
                })
              }
            />
            <p className="mt-4 text-sm text-muted">
              {credits.plan.name}, version {credits.plan.version}
            </p>
          </Card>
          <Card aria-labelledby="badges">
            <h2 id="badges" className="mb-4 text-xl">
              Badges
            </h2>
            <Suspense fallback={<Skeleton className="h-48" />}>
              <Badges learnerId={learner.id} name={learner.first_name} />
            </Suspense>
          </Card>
        </div>
        <div className="space-y-6">
          <Card aria-labelledby="transcripts">
            <h2 id="transcripts" className="mb-4 text-xl">
              Official transcripts
            </h2>
            <Suspense fallback={<Skeleton className="h-48" />}>
              <Transcripts learnerId={learner.id} name={name} />
            </Suspense>
          </Card>
          <Card aria-labelledby="agreements">
            <h2 id="agreements" className="mb-4 text-xl">
              Academy agreement
            </h2>
            <Suspense fallback={<Skeleton className="h-32" />}>
              <Agreements learnerId={learner.id} name={name} />
            </Suspense>
          </Card>
          <Card aria-labelledby="diplomas">
            <h2 id="diplomas" className="mb-4 text-xl">
              Diploma
            </h2>
            <Suspense fallback={<Skeleton className="h-32" />}>
              <Diplomas learnerId={learner.id} name={name} />
            </Suspense>
          </Card>
          <Card aria-labelledby="added">
            <h2 id="added" className="text-xl">
              Transfer credit and adjustments
            </h2>
            <p className="mt-1 mb-4 text-muted">
              Nothing is ever deleted: a mistake is reversed by an entry of its own.
            </p>
            <Suspense fallback={<Skeleton className="h-32" />}>
              <Entries learner={learner} />
            </Suspense>
            <AddCredit learner={learner} />
          </Card>
          <Suspense fallback={null}>
            <EarlierList learnerId={learner.id} heading="From other sites" />
          </Suspense>
          <Card aria-labelledby="grades">
            <h2 id="grades" className="text-xl">
              Grades
            </h2>
            <p className="mt-1 mb-4 text-muted">
              Only for transcripts with courses. Without a grade, accepted work appears there as
              credit.
            </p>
            <Suspense fallback={<Skeleton className="h-64" />}>
              <GradeForm learner={learner} />
            </Suspense>
          </Card>
        </div>
      </div>
    </div>
  )
}
