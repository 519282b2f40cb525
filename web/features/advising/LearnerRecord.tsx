import type { AdvisedLearner } from '#contract/advising'
import { creditAmount } from '#rules/text/credit-amount'
import { lazyPart, SectionCard } from '#ui'
import { SubjectRows } from '#views/credits'
import { EarlierList } from '#views/earlier-work'
import { PdfLink } from '#views/transcript'
import { number } from '#web/format'

import { AddCredit } from './AddCredit.tsx'
import { advising } from './queries.ts'

// Below the fold: loaded in parallel with the page.
const Agreements = lazyPart(() => import('#views/academy'), 'Agreements', 'h-32')
const Badges = lazyPart(() => import('./Badges.tsx'), 'Badges', 'h-48')
const Diplomas = lazyPart(() => import('./Diplomas.tsx'), 'Diplomas', 'h-32')
const Entries = lazyPart(() => import('./Entries.tsx'), 'Entries', 'h-32')
const GradeForm = lazyPart(() => import('./GradeForm.tsx'), 'GradeForm', 'h-64')
const LearnerOutsideWork = lazyPart(
  () => import('#views/outside-work'),
  'LearnerOutsideWork',
  'h-32',
)
const Transcripts = lazyPart(() => import('./Transcripts.tsx'), 'Transcripts', 'h-48')

/** A learner's credits, badges and official records. */
export const LearnerRecord = ({ learner }: { learner: AdvisedLearner }) => {
  const { credits } = learner
  const amount = (value: number) => creditAmount(value, credits.plan.xp_per_credit)
  const name = `${learner.first_name} ${learner.last_name}`
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-lg text-muted tabular-nums">
          {amount(credits.total.earned)} earned, of {number(credits.total.required)} credits;{' '}
          {amount(credits.total.in_review)} in review
        </p>
        <PdfLink
          href="/api/transcript.pdf"
          query={{ learner_id: learner.id, rendering: 'courses' }}
          label="Unofficial PDF"
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <SectionCard id="subjects" title="Credits" spaced>
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
          </SectionCard>
          <SectionCard id="badges" title="Badges" spaced>
            <Badges learnerId={learner.id} name={learner.first_name} />
          </SectionCard>
        </div>
        <div className="space-y-6">
          <SectionCard id="transcripts" title="Official transcripts" spaced>
            <Transcripts learnerId={learner.id} name={name} />
          </SectionCard>
          <SectionCard id="agreements" title="Academy agreement" spaced>
            <Agreements learnerId={learner.id} name={name} />
          </SectionCard>
          <SectionCard id="diplomas" title="Diploma" spaced>
            <Diplomas learnerId={learner.id} name={name} />
          </SectionCard>
          <SectionCard id="outside" title="Work outside" spaced>
            <LearnerOutsideWork
              learnerId={learner.id}
              firstName={learner.first_name}
              xpPerCredit={credits.plan.xp_per_credit}
            />
          </SectionCard>
          <SectionCard id="added" title="Credit from elsewhere, and adjustments">
            <p className="mt-1 mb-4 text-muted">
              Entries are never deleted: to correct a mistake, add a reversal.
            </p>
            <Entries learner={learner} />
            <AddCredit learner={learner} />
          </SectionCard>
          <EarlierList learnerId={learner.id} heading="From other sites" />
          <SectionCard id="grades" title="Grades">
            <p className="mt-1 mb-4 text-muted">
              Used only on transcripts with courses. Without a grade, accepted work appears there as
              credit.
            </p>
            <GradeForm learner={learner} />
          </SectionCard>
        </div>
      </div>
    </div>
  )
}
