import type { DiplomaSnapshot } from '#contract/diploma'
import { PILLAR_NAMES } from '#rules/pillars'
import { groupRecordCode } from '#rules/text/record-code'
import { PillarIcon, QrCode } from '#ui'
import { number, paperDate } from '#web/format'

import { Seal, StarBorder } from './Seal.tsx'

const nameSize = (name: string) => {
  if (name.length > 60) return 'text-xl @min-[40rem]:text-2xl'
  return name.length > 26 ? 'text-2xl @min-[40rem]:text-4xl' : 'text-3xl @min-[40rem]:text-display'
}

/** Maximum quests on one sheet; the verification code leads to all of them. */
const MAX_QUESTS = 12

type Props = { diploma: DiplomaSnapshot; verifyUrl: string; isValid: boolean }

/** The diploma, for screen and print. */
export const Paper = ({ diploma, verifyUrl, isValid }: Props) => {
  const { kind, title, holder_name, school, quests, xp, signer } = diploma
  const more = quests.length - MAX_QUESTS
  return (
    <article
      aria-label={`${title} ${diploma.number}`}
      className="@container relative mx-auto max-w-220 overflow-hidden print:break-inside-avoid rounded-card border border-line bg-surface shadow-over print:border-0 print:shadow-none"
    >
      <StarBorder />
      <div className="relative flex flex-col items-center px-7 py-12 text-center @min-[40rem]:px-16 @min-[40rem]:py-16 print:py-12">
        <p className="font-diploma text-lg text-muted">{school}</p>
        <h2 className="mt-3 font-diploma text-2xl font-normal @min-[40rem]:text-3xl">{title}</h2>
        {isValid ? null : (
          <p className="mt-4 rounded-control border-2 border-danger px-4 py-1 font-semibold text-danger uppercase">
            Revoked
          </p>
        )}
        <p className="mt-8 text-sm text-muted print:mt-5">
          {kind === 'accredited' ? 'This certifies that' : 'This is to record that'}
        </p>
        <p
          className={`mt-2 max-w-full font-diploma leading-tight font-semibold text-balance ${nameSize(holder_name)}`}
        >
          <bdi>{holder_name}</bdi>
        </p>
        {kind === 'accredited' ? (
          <p className="mt-6 max-w-text">
            has satisfied this school’s requirements for its diploma and is awarded this diploma
            with all rights that belong to it.
          </p>
        ) : (
          <>
            <p className="mt-6 text-sm text-muted">
              {quests.length === 1 ? 'has completed the quest' : 'has completed the quests'}
            </p>
            <ul className="mt-2 font-diploma text-lg text-balance @min-[40rem]:text-xl print:text-base">
              {quests.slice(-MAX_QUESTS).map((quest) => (
                <li key={`${quest.title} ${quest.completed_at}`}>{quest.title}</li>
              ))}
            </ul>
            {more > 0 ? <p className="mt-2 text-muted">and {more} more</p> : null}
          </>
        )}
        <p className="mt-8 font-heading text-2xl print:mt-5 font-bold text-gold tabular-nums">
          {number(xp.total)} XP
        </p>
        <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-2 text-sm">
          {xp.pillars
            .filter((pillar) => pillar.xp > 0)
            .map(({ pillar, xp: points }) => (
              <li
                key={pillar}
                data-pillar={pillar}
                className="inline-flex items-center gap-1.5 text-pillar"
              >
                <PillarIcon pillar={pillar} />
                {PILLAR_NAMES[pillar]}
                <span className="font-semibold tabular-nums">{number(points)}</span>
              </li>
            ))}
        </ul>
        <div className="mt-10 grid w-full items-end gap-8 @min-[40rem]:grid-cols-[1fr_auto_1fr] print:mt-6">
          <div className="@min-[40rem]:text-left">
            <p>
              <time dateTime={diploma.issued_at}>{paperDate(diploma.issued_at)}</time>
            </p>
            <p className="mt-1 text-sm text-muted">Number {diploma.number}</p>
            {signer ? (
              <p className="mt-3 border-t border-line pt-2">
                <span className="font-diploma text-lg">{signer.name}</span>
                <span className="block text-sm text-muted">{signer.role}</span>
              </p>
            ) : null}
          </div>
          <Seal className="mx-auto size-24 @min-[40rem]:size-28" />
          <div className="flex flex-col items-center gap-2 @min-[40rem]:items-end">
            <QrCode
              text={verifyUrl}
              label={`QR code for ${verifyUrl}`}
              className="size-24 rounded-control"
            />
            <p className="text-sm text-muted">
              Verify:{' '}
              <span className="font-mono whitespace-nowrap text-ink">
                {groupRecordCode(diploma.verify_code)}
              </span>
            </p>
          </div>
        </div>
      </div>
    </article>
  )
}
