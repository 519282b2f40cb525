import { useSuspenseQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'

import type { ListedGroup } from '#contract/groups'
import { paths } from '#contract/paths'
import { Button, Dialog, EmptyState, lazyPart } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { learnersInWords } from './labels.ts'
import { groupsQuery } from './queries.ts'

const NewGroupForm = lazyPart(() => import('./NewGroupForm.tsx'), 'NewGroupForm', 'h-96')

export const handle = { failed: 'Your groups could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [groupsQuery])

/** The advisor's groups of learners. */
const GroupsPage = () => {
  const { items } = useSuspenseQuery(groupsQuery).data
  const [adding, setAdding] = useState(false)
  const current = items.filter(({ archived }) => !archived)
  const archived = items.filter((group) => group.archived)
  const add = (
    <Button icon={<Plus aria-hidden size={18} />} onClick={() => setAdding(true)}>
      New group
    </Button>
  )
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        A group is for you alone: give its learners a quest or a week of quests, write to them and
        their families at once, and compare their progress. Learners and families are not told which
        groups they are in. A learner who leaves your care is no longer shown.
      </p>
      {items.length === 0 ? (
        <EmptyState title="No groups yet" action={add}>
          Make a group of your learners by hand, or from a homeroom.
        </EmptyState>
      ) : (
        <>
          {add}
          <GroupList groups={current} />
        </>
      )}
      {archived.length > 0 ? (
        <section aria-labelledby="archived" className="space-y-3">
          <h2 id="archived" className="text-xl">
            Archived
          </h2>
          <p className="text-muted">An archived group is deleted after a year.</p>
          <GroupList groups={archived} />
        </section>
      ) : null}
      <Dialog open={adding} title="New group" onClose={() => setAdding(false)}>
        {adding ? <NewGroupForm /> : null}
      </Dialog>
    </div>
  )
}

const GroupList = ({ groups }: { groups: readonly ListedGroup[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {groups.map(({ id, name, learner_count }) => (
      <li key={id} className="rounded-card border border-line bg-surface p-5 shadow-low">
        <Link to={paths.learnerGroup(id)} className="link text-lg font-semibold">
          <bdi>{name}</bdi>
        </Link>
        <p className="text-sm text-muted">{learnersInWords(learner_count)}</p>
      </li>
    ))}
  </ul>
)

export default GroupsPage
