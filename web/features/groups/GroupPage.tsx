import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { lazyPart, Page, PageHeading, Tabs } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { groupQuery } from './queries.ts'

// Each view is loaded when opened.
const ProgressTable = lazyPart(() => import('./ProgressTable.tsx'), 'ProgressTable', 'h-96')
const GivePlan = lazyPart(() => import('./GivePlan.tsx'), 'GivePlan', 'h-96')
const Announcements = lazyPart(() => import('./Announcements.tsx'), 'Announcements', 'h-96')
const Members = lazyPart(() => import('./Members.tsx'), 'Members', 'h-96')

export const handle = {
  failed: 'The group could not be loaded',
  missing: {
    title: 'Group not found',
    text: 'You can see only your own groups.',
    action: { to: paths.learnerGroups, label: 'Your groups' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [groupQuery(id)])

const SECTIONS = {
  progress: 'Progress',
  plan: 'Give quests',
  announcements: 'Announcements',
  learners: 'Learners',
}
type Section = keyof typeof SECTIONS

const isSection = (word: string | null): word is Section => word !== null && word in SECTIONS

/** One group of learners. */
const GroupPage = () => {
  const { id = '' } = useParams()
  const { data: group } = useSuspenseQuery(groupQuery(id))
  const [address] = useSearchParams()
  const asked = address.get('view')
  const current = isSection(asked) ? asked : 'progress'
  const path = paths.learnerGroup(id)
  const pathOf = (section: Section) => (section === 'progress' ? path : `${path}?view=${section}`)
  return (
    <Page>
      <p className="no-print mb-4">
        <Link to={paths.learnerGroups} className="link">
          Your groups
        </Link>
      </p>
      <div className="space-y-6">
        <PageHeading title={`${group.name}: ${SECTIONS[current]}`}>
          <bdi>{group.name}</bdi>
        </PageHeading>
        <Tabs
          label={group.name}
          tabs={(Object.keys(SECTIONS) as Section[]).map((section) => ({
            to: pathOf(section),
            label: SECTIONS[section],
          }))}
          current={pathOf(current)}
        >
          {current === 'progress' ? <ProgressTable groupId={id} name={group.name} /> : null}
          {current === 'plan' ? <GivePlan group={group} /> : null}
          {current === 'announcements' ? <Announcements group={group} /> : null}
          {current === 'learners' ? <Members group={group} /> : null}
        </Tabs>
      </div>
    </Page>
  )
}

export default GroupPage
