import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { PublicPortfolio } from '#contract/portfolio'
import { PILLAR_NAMES } from '#rules/pillars'
import {
  Chip,
  Constellation,
  lazyPart,
  PageHeading,
  PillarChip,
  PillarIcon,
  useFirstScreen,
} from '#ui'
import { BadgeArt } from '#views/badges'
import { number } from '#web/format'

// Loaded in parallel with the page.
const loading = import('#views/evidence')
const EvidenceBlocks = lazyPart(() => loading, 'EvidenceBlocks', 'h-24')

/** A quest's only piece uses the full width, with text next to the evidence. */
const ALONE =
  'md:only:col-span-full md:only:grid md:only:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:only:gap-x-8 md:only:space-y-0'

type PortfolioViewProps = {
  portfolio: PublicPortfolio
  /** Grants access to the files, for visitors with a link. */
  fileKey?: string
}

/** A portfolio as others see it. */
export const PortfolioView = ({ portfolio, fileKey }: PortfolioViewProps) => {
  const { display_name, xp, badges, quests, title } = portfolio
  const drawn = useFirstScreen(quests)
  const completed = quests.filter((quest) => quest.completed).length
  return (
    <article>
      <header className="relative overflow-hidden bg-sky text-on-sky print:bg-transparent print:text-ink">
        <Constellation className="absolute right-2 -bottom-4 h-24 text-star opacity-60 sm:-top-4 sm:right-4 sm:bottom-auto sm:h-56 print:hidden" />
        <div className="relative mx-auto max-w-content px-4 pt-14 pb-20 sm:px-6 sm:py-20 print:py-0">
          <PageHeading title={`${display_name}'s portfolio`} className="text-display">
            {display_name}
          </PageHeading>
          <p className="mt-3 text-lg text-on-sky-muted print:text-muted">
            Level {xp.level}, {title} · {number(xp.total)} XP
            {completed > 0
              ? ` · ${completed === 1 ? '1 quest' : `${completed} quests`} completed`
              : ''}
          </p>
        </div>
      </header>
      <div className="mx-auto max-w-content space-y-12 px-4 py-10 sm:px-6">
        <Pillars xp={xp} />
        {badges.length > 0 ? <Badges badges={badges} /> : null}
        {quests.length === 0 ? (
          <p className="text-muted">No work is shown on this page yet.</p>
        ) : (
          drawn.map((quest) => (
            <section key={quest.title} className="space-y-5">
              <div className="flex flex-wrap items-center gap-3">
                <h2 className="text-2xl">{quest.title}</h2>
                {quest.completed ? <Chip tone="gold">Completed</Chip> : null}
              </div>
              <ul className="grid gap-5 md:grid-cols-2 print:grid-cols-1">
                {quest.pieces.map((piece) => (
                  <li
                    key={piece.attempt_id}
                    className={`space-y-3 rounded-card border border-line bg-surface p-5 shadow-low sm:p-6 ${ALONE}`}
                  >
                    <div className="space-y-3">
                      <h3 className="text-lg">{piece.task_title}</h3>
                      <PillarChip pillar={piece.pillar} />
                      {piece.caption ? <p className="text-muted">{piece.caption}</p> : null}
                    </div>
                    <EvidenceBlocks blocks={piece.blocks} fileKey={fileKey} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </article>
  )
}

const Badges = ({ badges }: Pick<PublicPortfolio, 'badges'>) => (
  <section aria-labelledby="badges">
    <h2 id="badges" className="mb-4 text-xl">
      Badges
    </h2>
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
      {badges.map((badge) => (
        <li key={badge.id} className="flex flex-col items-center gap-2 text-center">
          <BadgeArt badge={badge} earned className="size-28" />
          {badge.code === null ? (
            <span className="font-semibold">{badge.name}</span>
          ) : (
            <Link to={paths.verified(badge.code)} className="link font-semibold">
              {badge.name}
              <span className="visually-hidden">: verify this badge</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const Pillars = ({ xp }: { xp: PublicPortfolio['xp'] }) => {
  const most = Math.max(1, ...xp.pillars.map((pillar) => pillar.xp))
  return (
    <section aria-labelledby="pillars">
      <h2 id="pillars" className="mb-4 text-xl">
        Pillars
      </h2>
      <ul className="grid gap-3 sm:grid-cols-5">
        {xp.pillars.map(({ pillar, xp: points }) => (
          <li
            key={pillar}
            data-pillar={pillar}
            className="flex items-center gap-3 rounded-card border border-line bg-surface p-4 sm:flex-col print:p-2 sm:items-start"
          >
            <span className="text-pillar">
              <PillarIcon pillar={pillar} size={24} />
            </span>
            <span className="grow text-sm font-medium wrap-break-word">{PILLAR_NAMES[pillar]}</span>
            <span className="font-semibold tabular-nums">{number(points)} XP</span>
            <span
              aria-hidden="true"
              className="hidden h-2 w-full rounded-full bg-pillar-soft sm:block"
            >
              <span
                className="block h-full rounded-full bg-pillar"
                style={{ width: `${(points / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
