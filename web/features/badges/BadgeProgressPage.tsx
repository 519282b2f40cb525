import { useSuspenseQuery } from '@tanstack/react-query'
import Telescope from 'lucide-react/icons/telescope'

import type { NearbyBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, Page, PageHeading, SectionCard } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { NearBadges } from './NearBadges.tsx'
import { badgeProgress } from './queries.ts'

export const handle = { failed: 'Your badge progress could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [badgeProgress])

const BadgeProgressPage = () => {
  const { data } = useSuspenseQuery(badgeProgress)
  return (
    <Page>
      <Loaded badges={data.items} />
    </Page>
  )
}

const Loaded = ({ badges }: { badges: readonly NearbyBadge[] }) => {
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
          title="No badges in progress yet"
          action={<ButtonLink to={paths.badges}>Choose a badge</ButtonLink>}
        >
          Badges you are pursuing, and badges your work has brought closer, appear here.
        </EmptyState>
      ) : null}
      {goals.length > 0 ? (
        <SectionCard id="goals" title="Your goals" spaced>
          <NearBadges badges={goals} />
        </SectionCard>
      ) : null}
      {others.length > 0 ? (
        <SectionCard id="on-the-way" title="In progress">
          <p className="mb-4 text-muted">Closest first.</p>
          <NearBadges badges={others} />
        </SectionCard>
      ) : null}
    </div>
  )
}

export default BadgeProgressPage
