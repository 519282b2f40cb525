import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import { lazyPart, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { authoredBadge } from './queries.ts'

const loading = import('./BadgeForm.tsx')
const BadgeForm = lazyPart(() => loading, 'BadgeForm', 'mt-6 h-96')

export const handle = {
  failed: 'The badge could not be loaded',
  missing: { title: 'Badge not found', text: 'The link may be incomplete.' },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { badgeId } }) =>
  badgeId === undefined ? [] : [authoredBadge(badgeId)],
)

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
          <PageHeading>Create a badge</PageHeading>
          <BadgeForm />
        </>
      ) : (
        <Stored key={badgeId} id={badgeId} />
      )}
    </Page>
  )
}

const Stored = ({ id }: { id: string }) => {
  const { data: badge } = useSuspenseQuery(authoredBadge(id))
  return (
    <>
      <PageHeading title={`Edit ${badge.name}`}>{badge.name}</PageHeading>
      {badge.editable ? (
        <BadgeForm key={badge.version} badge={badge} />
      ) : (
        <p className="mt-4">Only its author or an admin can change this badge.</p>
      )}
    </>
  )
}

export default BadgeFormPage
