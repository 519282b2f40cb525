import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, Button, EmptyState, Page, PageHeading } from '#ui'
import { useAuth } from '#views/auth'
import { messageOf, useApiMutation } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { Guardians } from './Guardians.tsx'
import { guardians, milestone } from './queries.ts'

export const handle = { failed: 'What is yours now could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [milestone])

/** Consequences of a birthday: at 13 the learner decides what to share, at 18 who has any access. */
const MilestonePage = () => {
  const {
    data: { age },
  } = useSuspenseQuery(milestone)
  return <Page width="text">{age === null ? <NothingNew /> : <Changed age={age} />}</Page>
}

const NothingNew = () => (
  <>
    <PageHeading className="visually-hidden">What is yours now</PageHeading>
    <EmptyState title="Nothing has changed yet">
      When you turn thirteen and eighteen, what changes appears here.
    </EmptyState>
  </>
)

const Changed = ({ age }: { age: 13 | 18 }) => {
  const id = useAuth().user?.id
  const navigate = useNavigate()
  const see = useApiMutation(guardians.seeMilestone, { onSuccess: () => navigate(paths.dashboard) })
  return (
    <div className="space-y-6">
      <PageHeading title="What is yours now">
        {age === 13 ? 'You are thirteen' : 'You are of age'}
      </PageHeading>
      {age === 13 ? <Thirteen /> : <Grown />}
      {id ? (
        <section>
          <h2 className="text-xl">Who looks after you</h2>
          <Guardians learnerId={id} mayInvite={false} endsAny={age === 18} />
        </section>
      ) : null}
      {see.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(see.error)}
        </Alert>
      ) : null}
      <Button busy={see.isPending} onClick={() => see.mutate(undefined)}>
        I have read this
      </Button>
    </div>
  )
}

const Thirteen = () => (
  <div className="prose">
    <p>Happy birthday. Some things are yours to decide from now on, not your guardian’s:</p>
    <ul>
      <li>
        whether to publish work on your <Link to={paths.portfolio}>portfolio</Link>, and which
        pieces. In public you appear with your first name and an initial;
      </li>
      <li>
        whether to share your <Link to={paths.transcript}>transcript</Link> by a link;
      </li>
      <li>who you connect with;</li>
      <li>
        who you invite to look after you, and who has read what: both are in your{' '}
        <Link to={paths.profile}>profile</Link>.
      </li>
    </ul>
    <p>
      What they allowed before stays as it is until you change it. They can still see your work,
      your progress and your plan.
    </p>
  </div>
)

const Grown = () => (
  <div className="prose">
    <p>
      Happy birthday. The account and the record now belong to you alone. The adults who looked
      after you can no longer see anything, and have been told. Below you can let each of them keep
      access, or remove it permanently.
    </p>
    <p>
      Friends see your full name from today. A <Link to={paths.portfolio}>portfolio</Link> that you
      have published, and the links to it, keep your first name and an initial. To show your full
      name, take the page down and publish it again, or make new links.
    </p>
  </div>
)

export default MilestonePage
