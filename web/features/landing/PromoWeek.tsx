import promo from '#content/promo.json' with { type: 'json' }
import type { Pillar } from '#rules/pillars'
import { PillarChip } from '#ui'

import { CallsToAction } from './CallsToAction.tsx'
import { PortfolioPicture } from './pictures.tsx'

/** The week day by day, below the page's introduction. */
export const PromoWeek = () => (
  <>
    <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
      <ol className="border-l-2 border-line">
        {promo.week.map(({ day, pillar, title, words }) => (
          <li
            key={day}
            data-pillar={pillar}
            className="relative pb-10 pl-8 before:absolute before:top-1.5 before:-left-[9px] before:size-4 before:rounded-full before:border-4 before:border-bg before:bg-pillar last:pb-0"
          >
            <p className="text-sm font-semibold text-muted">{day}</p>
            <h2 className="mt-1 text-xl">{title}</h2>
            <p className="mt-2 mb-3 max-w-text">{words}</p>
            <PillarChip pillar={pillar as Pillar} />
          </li>
        ))}
      </ol>
      <div className="space-y-8 self-start lg:sticky lg:top-24">
        <PortfolioPicture />
        <dl className="space-y-5">
          {promo.promises.map(({ title, words }) => (
            <div key={title}>
              <dt className="font-heading text-lg font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
    <div className="mt-16 border-t border-line pt-10">
      <h2 className="text-2xl">Your own week</h2>
      <p className="mt-3 mb-6 max-w-text text-muted">
        Two minutes to see how it works. Thirty with a teacher to see if it fits.
      </p>
      <CallsToAction />
    </div>
  </>
)
