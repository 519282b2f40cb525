import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import { EmptyState, lazyPart, Page, PageHeading, QueryView, Skeleton } from '#ui'

import { authoring } from './queries.ts'

const loading = import('./BadgeForm.tsx')
const BadgeForm = lazyPart(() => loading, 'BadgeForm', 'mt-6 h-96')

const BadgeFormPage = () => {
  const { badgeId } = useParams()
  return (
    <Page>
      <Link
        to={paths.authoredBadges}
        className="link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All badges
      </Link>
      {badgeId === undefined ? (
        <>
          <PageHeading>Make a badge</PageHeading>
          <BadgeForm />
        </>
      ) : (
        <Stored key={badgeId} id={badgeId} />
      )}
    </Page>
  )
}

const HEADING = <PageHeading className="visually-hidden">Edit a badge</PageHeading>

const Stored = ({ id }: { id: string }) => {
  const badge = useQuery(authoring.getAuthoredBadge.query({ params: { id } }))
  return (
    <QueryView
      query={badge}
      loading="Loading the badge"
      skeleton={<Skeleton className="h-96" />}
      failed="The badge could not be loaded"
      heading={HEADING}
      missing={
        <>
          {HEADING}
          <EmptyState title="This badge is not here">The address may not be complete.</EmptyState>
        </>
      }
    >
      {(data) => (
        <>
          <PageHeading title={`Edit ${data.name}`}>{data.name}</PageHeading>
          {data.editable ? (
            <BadgeForm key={data.version} badge={data} />
          ) : (
            <p className="mt-4">Its author, or an administrator, can change this badge.</p>
          )}
        </>
      )}
    </QueryView>
  )
}

export default BadgeFormPage
