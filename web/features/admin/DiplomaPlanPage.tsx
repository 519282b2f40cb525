import { useSuspenseQuery } from '@tanstack/react-query'

import { lazyPart } from '#ui'
import { dateOf, number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { currentPlan } from './queries.ts'

const DiplomaPlanForm = lazyPart(() => import('./DiplomaPlanForm.tsx'), 'DiplomaPlanForm', 'h-96')

export const handle = { failed: 'The plan could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [currentPlan])

/** Diploma requirements and credit rules, edited by creating a new version. */
const DiplomaPlanPage = () => {
  const { data: plan } = useSuspenseQuery(currentPlan)
  return (
    <div className="space-y-10">
      <p className="max-w-text text-muted">
        A new version applies immediately to every learner: credits are recalculated from the same
        accepted work. Transcripts and diplomas already issued do not change.
      </p>
      <DiplomaPlanForm key={plan.version} plan={plan} />
      <section aria-labelledby="versions">
        <h2 id="versions" className="mb-3 text-xl">
          Versions
        </h2>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
          {plan.versions.map(({ version, name, credits, since }) => (
            <li key={version} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <span>
                <span className="font-semibold">Version {version}</span>, {name}
              </span>
              <span className="text-muted">
                {number(credits)} credits, since {dateOf(since)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

export default DiplomaPlanPage
