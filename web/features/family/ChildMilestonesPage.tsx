import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ChildMilestone } from '#contract/guardians'
import { paths } from '#contract/paths'
import { Alert, Button, ButtonLink, Card, EmptyState, Page, PageHeading } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { guardians, milestonesOfChildren } from './queries.ts'

export const handle = { failed: 'What changes for you could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [milestonesOfChildren])

/** Consequences of a child's thirteenth or eighteenth birthday for guardians. */
const ChildMilestonesPage = () => {
  const {
    data: { milestones },
  } = useSuspenseQuery(milestonesOfChildren)
  return (
    <Page width="text">
      <PageHeading title="What changes for you">What changes for you</PageHeading>
      {milestones.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            title="Nothing new"
            action={<ButtonLink to={paths.parentDashboard}>Your family</ButtonLink>}
          >
            When a child turns thirteen or eighteen, what changes for you appears here.
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 space-y-6">
          {milestones.map((milestone) => (
            <li key={milestone.id}>
              <Changed milestone={milestone} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const Changed = ({ milestone }: { milestone: ChildMilestone }) => {
  const { id, first_name, age } = milestone
  const read = useApiMutation(guardians.readMilestone)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {first_name} is {age === 13 ? 'thirteen' : 'of age'}
      </h2>
      <div className="prose mt-3">
        {age === 13 ? <Thirteen {...milestone} /> : <Grown {...milestone} />}
      </div>
      {read.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(read.error)}
        </Alert>
      ) : null}
      <Button
        className="mt-4"
        busy={read.isPending}
        onClick={() => read.mutate({ params: { id } })}
      >
        I have read this
      </Button>
    </Card>
  )
}

const Thirteen = ({ first_name, learner_id }: ChildMilestone) => (
  <>
    <p>From now on, {first_name} decides:</p>
    <ul>
      <li>whether to publish work on the portfolio, and which pieces;</li>
      <li>whether to share the transcript by a link;</li>
      <li>who to connect with, and who to invite as another guardian.</li>
    </ul>
    <p>
      What you allowed before stays as it is until {first_name} changes it. Your consent is no
      longer needed and can no longer be withdrawn;{' '}
      <Link to={paths.childConsents(learner_id)}>what you have agreed to</Link> stays on record.
    </p>
    <p>
      You lose nothing: you can still see work, progress, plan and record, and set the tutor’s hours
      and topics until {first_name} is eighteen.
    </p>
  </>
)

const Grown = ({ first_name, goes_on }: ChildMilestone) => (
  <>
    <p>
      The account and the record now belong to {first_name} alone. When a learner turns eighteen,
      access ends automatically for everyone who has looked after them.
    </p>
    <p>
      {goes_on
        ? `${first_name} has decided that you keep your access: you can see what you saw before until ${first_name} removes it.`
        : `${first_name} has been asked whether you should keep your access. Until ${first_name} decides, you cannot see anything in the account, and the weekly email leaves it out.`}
    </p>
  </>
)

export default ChildMilestonesPage
