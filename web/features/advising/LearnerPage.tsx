import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'

import type { AdvisedLearner } from '#contract/advising'
import { paths } from '#contract/paths'
import { lazyPart, Page, PageHeading, Tabs } from '#ui'
import { WriteButton } from '#views/messages'
import { loaderFor, type PageTexts } from '#web/page'

import { advisedLearner } from './queries.ts'

// Each view is loaded when opened.
const Overview = lazyPart(() => import('./Overview.tsx'), 'Overview', 'h-96')
const LearnersPlan = lazyPart(() => import('./LearnersPlan.tsx'), 'LearnersPlan', 'h-96')
const LearnerRecord = lazyPart(() => import('./LearnerRecord.tsx'), 'LearnerRecord', 'h-96')
const Notes = lazyPart(() => import('./Notes.tsx'), 'Notes', 'h-96')

export const handle = {
  failed: 'The learner could not be loaded',
  missing: {
    title: 'Learner not found',
    text: 'You can see only the records of your own learners.',
    action: { to: paths.caseload, label: 'Your learners' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [advisedLearner(id)])

/** An advisor's view of a learner: overview, plan, record, notes. */
const LearnerPage = () => {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(advisedLearner(id))
  return (
    <Page>
      <p className="no-print mb-4">
        <Link to={paths.caseload} className="link">
          Your learners
        </Link>
      </p>
      <Loaded learner={data} />
    </Page>
  )
}

const SECTIONS = {
  overview: 'Overview',
  plan: 'Plan',
  record: 'Record',
  notes: 'Notes',
}
type Section = keyof typeof SECTIONS

const isSection = (word: string | null): word is Section => word !== null && word in SECTIONS

const Loaded = ({ learner }: { learner: AdvisedLearner }) => {
  const [address] = useSearchParams()
  const asked = address.get('view')
  const current = isSection(asked) ? asked : 'overview'
  const name = `${learner.first_name} ${learner.last_name}`
  const path = paths.advisedLearner(learner.id)
  const pathOf = (section: Section) => (section === 'overview' ? path : `${path}?view=${section}`)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading title={`${name}: ${SECTIONS[current]}`}>{name}</PageHeading>
        <div className="no-print">
          <WriteButton to={{ person: learner.id }} name={learner.first_name} />
        </div>
      </div>
      <Tabs
        label={name}
        tabs={(Object.keys(SECTIONS) as Section[]).map((section) => ({
          to: pathOf(section),
          label: SECTIONS[section],
        }))}
        current={pathOf(current)}
      >
        {current === 'overview' ? <Overview learner={learner} /> : null}
        {current === 'plan' ? <LearnersPlan learner={learner} /> : null}
        {current === 'record' ? <LearnerRecord learner={learner} /> : null}
        {current === 'notes' ? <Notes learnerId={learner.id} /> : null}
      </Tabs>
    </div>
  )
}

export default LearnerPage
