import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Target from 'lucide-react/icons/target'
import { Link, useParams } from 'react-router'

import type { Badge } from '#contract/badges'
import { paths } from '#contract/paths'
import { isAdmin } from '#rules/membership'
import { Button, ButtonLink, Chip, PageHeading, PillarChip, SectionCard, toast } from '#ui'
import { useUser } from '#views/auth'
import { messageOf } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { AwardedBadge } from './AwardedBadge.tsx'
import { BadgeArt } from './BadgeArt.tsx'
import { BadgeProgressBar } from './BadgeProgressBar.tsx'
import { Checklist } from './Checklist.tsx'
import { badgeQuery, usePursue, useStopPursuing } from './queries.ts'

export const handle = {
  failed: 'The badge could not be loaded',
  missing: {
    title: 'Badge not found',
    text: 'It may have been removed, or the address may be incomplete.',
    action: { to: paths.badges, label: 'See all badges' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { badgeId = '' } }) => [badgeQuery(badgeId)])

const BadgePage = () => {
  const { badgeId = '' } = useParams()
  const { data } = useSuspenseQuery(badgeQuery(badgeId))
  return (
    <div className="mx-auto max-w-content px-4 pt-6 pb-16 sm:px-6 sm:pt-8">
      <Link
        to={paths.badges}
        className="link no-print mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All badges
      </Link>
      <Loaded key={badgeId} badge={data} />
    </div>
  )
}

const Loaded = ({ badge }: { badge: Badge }) => (
  <article className="space-y-6">
    <header className="grid items-center gap-6 rounded-card border border-line bg-surface p-5 shadow-low sm:grid-cols-[auto_1fr] sm:p-8">
      <BadgeArt
        badge={badge}
        earned={badge.award !== null}
        className="mx-auto size-44 sm:size-56"
      />
      <div className="space-y-4">
        <PageHeading>{badge.name}</PageHeading>
        <div className="flex flex-wrap gap-1.5">
          {badge.award ? (
            <Chip tone="gold">
              {badge.award.review === 'pending' ? 'Earned, not yet reviewed' : 'Earned'}
            </Chip>
          ) : null}
          {badge.pursued ? <Chip tone="brand">Your goal</Chip> : null}
          {badge.status === 'archived' ? <Chip>No longer awarded</Chip> : null}
          {badge.pillars.map((pillar) => (
            <PillarChip key={pillar} pillar={pillar} />
          ))}
        </div>
        <p className="max-w-text whitespace-pre-line">{badge.description}</p>
        {badge.award ? null : <Pursue badge={badge} />}
        {isAdmin(useUser().role) ? (
          <ButtonLink variant="secondary" to={paths.editBadge(badge.id)}>
            Edit this badge
          </ButtonLink>
        ) : null}
      </div>
    </header>
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <SectionCard
        id="criteria"
        title={badge.award ? 'How you earned it' : 'How to earn it'}
        className="space-y-5"
      >
        <Checklist badge={badge} />
      </SectionCard>
      {badge.award ? (
        <AwardedBadge award={badge.award} name={badge.name} />
      ) : (
        <Next badge={badge} />
      )}
    </div>
  </article>
)

const Pursue = ({ badge }: { badge: Badge }) => {
  const pursue = usePursue()
  const stop = useStopPursuing()
  const change = badge.pursued ? stop : pursue
  return (
    <Button
      variant={badge.pursued ? 'secondary' : 'primary'}
      busy={change.isPending}
      icon={<Target aria-hidden size={18} />}
      onClick={() =>
        change.mutate(
          { params: { id: badge.id } },
          { onError: (error) => toast.error(messageOf(error)) },
        )
      }
    >
      {badge.pursued ? 'Stop pursuing' : 'Pursue'}
    </Button>
  )
}

const Next = ({ badge }: { badge: Badge }) => {
  const { next, fraction } = badge.progress
  return (
    <SectionCard
      id="next-step"
      title={fraction === 1 ? 'All done' : 'Next step'}
      className="space-y-4"
    >
      {next ? (
        <p className="text-lg">{next.words}</p>
      ) : (
        <p>You have done everything. You will get the badge the next time you hand in work.</p>
      )}
      <BadgeProgressBar badge={badge} />
      {next?.quest_id ? (
        <ButtonLink to={paths.quest(next.quest_id)} icon={<ArrowRight aria-hidden size={18} />}>
          Go to the quest
        </ButtonLink>
      ) : null}
      {next && !next.quest_id && badge.progress.counts !== 'award' ? (
        <ButtonLink variant="secondary" to={questsFor(badge)}>
          Find a quest for it
        </ButtonLink>
      ) : null}
    </SectionCard>
  )
}

/** Quests of the badge's pillar, if it has exactly one. */
const questsFor = ({ pillars }: Badge) =>
  pillars.length === 1 ? `${paths.quests}?pillar=${pillars[0]}` : paths.quests

export default BadgePage
