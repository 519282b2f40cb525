import type { DemoDiploma } from '#rules/demo'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { Constellation, PillarIcon } from '#ui'

import { diplomaDate, diplomaWords } from './diploma-labels.ts'

const nameSize = (name: string) => {
  if (name.length > 90) return 'text-lg sm:text-xl'
  return name.length > 28 ? 'text-xl sm:text-2xl' : 'text-3xl sm:text-display'
}

/** The sample diploma, for screen and print. */
export const Diploma = ({ diploma }: { diploma: DemoDiploma }) => {
  const words = diplomaWords(diploma)
  return (
    <article
      aria-label="Sample diploma"
      className="reveal relative mx-auto max-w-220 overflow-hidden rounded-card border border-line bg-surface shadow-over print:border-0 print:shadow-none"
    >
      <p className="bg-gold-soft py-1.5 text-center text-sm font-semibold tracking-widest text-gold uppercase">
        Sample
      </p>
      <div className="m-3 flex flex-col items-center rounded-control border border-gold px-4 py-10 text-center sm:m-5 sm:px-12 sm:py-14">
        <Constellation className="h-16 text-muted sm:h-20" />
        <p className="mt-6 font-diploma text-xl sm:text-2xl">{words.title}</p>
        <p className="mt-6 text-sm text-muted">{words.given}</p>
        <p
          className={`mt-2 max-w-full font-diploma leading-tight font-semibold text-balance ${nameSize(words.name)}`}
        >
          <bdi>{words.name}</bdi>
        </p>
        <p className="mt-6 text-sm text-muted">{words.reason}</p>
        <ul className="mt-1 font-diploma text-lg sm:text-xl">
          {words.quests.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
        <p className="mt-8 font-heading text-2xl font-bold text-gold tabular-nums">
          {diploma.totalXP} XP
        </p>
        <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-2 text-sm">
          {PILLARS.filter((pillar) => diploma.earnedXP[pillar] > 0).map((pillar) => (
            <li
              key={pillar}
              data-pillar={pillar}
              className="inline-flex items-center gap-1.5 text-pillar"
            >
              <PillarIcon pillar={pillar} />
              {PILLAR_NAMES[pillar]}
              <span className="font-semibold tabular-nums">{diploma.earnedXP[pillar]}</span>
            </li>
          ))}
        </ul>
        <p className="mt-8 text-sm text-muted">
          <time dateTime={diploma.timestamp}>{diplomaDate(diploma)}</time>
        </p>
        {diploma.isAccredited ? (
          <p className="mt-4 rounded-full border border-gold px-4 py-1 text-sm font-semibold text-gold">
            Accredited by the academy
          </p>
        ) : null}
        <p className="mt-6 max-w-text text-sm text-muted">{words.note}</p>
      </div>
    </article>
  )
}
