import { useSuspenseQuery } from '@tanstack/react-query'
import Telescope from 'lucide-react/icons/telescope'

import type { BadgeNear } from '#contract/badges'
import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, Page, PageHeading, SectionCard } from '#ui'
import { loads, type PageWords } from '#web/page'

import { NearBadges } from './NearBadges.tsx'
import { badgeProgress } from './queries.ts'

export const handle = { failed: 'Your badge progress could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [badgeProgress])

const BadgeProgressPage = () => {
  const { data } = useSuspenseQuery(badgeProgress)
  return (
    <Page>
      <Loaded badges={data.items} />
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
