import { useQuery } from '@tanstack/react-query'
import Telescope from 'lucide-react/icons/telescope'

import type { BadgeNear } from '#contract/badges'
import { paths } from '#contract/paths'
import {
  ButtonLink,
  EmptyState,
  Page,
  PageHeading,
  PageTitle,
  QueryView,
  SectionCard,
  Skeleton,
} from '#ui'

import { NearBadges } from './NearBadges.tsx'
import { badges } from './queries.ts'

const BadgeProgressPage = () => {
  const query = useQuery(badges.badgeProgress.query({ query: { limit: 100 } }))
  return (
    <Page>
      <QueryView
        query={query}
        loading="Loading your badge progress"
        skeleton={
          <>
            <PageTitle title="Badge progress" />
            <Skeleton className="h-10 w-64" />
            <Skeleton className="mt-6 h-96" />
          </>
        }
        failed="Your badge progress could not be loaded"
        heading={<PageHeading className="mb-6 text-2xl sm:text-3xl">Badge progress</PageHeading>}
      >
        {(data) => <Loaded badges={data.items} />}
      </QueryView>
    </Page>
  )
}

const Loaded = ({ badges }: { badges: readonly BadgeNear[] }) => {
  const goals = badges.filter(({ pursued }) => pursued)
  const others = badges.filter(({ pursued }) => !pursued)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading>Badge progress</PageHeading>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" to={paths.badges}>
            All badges
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            to={paths.constellation}
            icon={<Telescope aria-hidden size={18} />}
          >
            Constellation
          </ButtonLink>
        </div>
      </div>
      {badges.length === 0 ? (
        <EmptyState
          title="Nothing on the way yet"
          action={<ButtonLink to={paths.badges}>Choose a badge</ButtonLink>}
        >
          Badges you pursue, and those your work has brought nearer, appear here.
        </EmptyState>
      ) : null}
      {goals.length > 0 ? (
        <SectionCard id="goals" title="Your goals" spaced>
          <NearBadges badges={goals} />
        </SectionCard>
      ) : null}
      {others.length > 0 ? (
        <SectionCard id="on-the-way" title="On the way">
          <p className="mb-4 text-muted">The nearest first.</p>
          <NearBadges badges={others} />
        </SectionCard>
      ) : null}
    </div>
  )
}

export default BadgeProgressPage
