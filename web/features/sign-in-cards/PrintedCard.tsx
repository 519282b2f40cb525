import type { NewCard } from '#contract/sign-in-cards'
import { QrCode } from '#ui'
import { useSettings } from '#views/site'
import { dateOf } from '#web/format'

/** A sign-in card on paper. The date tells an old print from a new one. */
export const PrintedCard = ({ card }: { card: NewCard }) => {
  const { site_name } = useSettings()
  return (
    <article className="flex h-full break-inside-avoid items-start gap-4 rounded-card border border-ink bg-surface p-4 text-ink max-sm:flex-wrap print:flex-nowrap print:gap-[3mm] print:p-[3mm] print:leading-snug">
      <QrCode
        text={card.url}
        label={`Sign-in card of ${card.first_name}`}
        className="w-36 shrink-0 print:w-[38mm]"
      />
      <div className="min-w-0 space-y-1.5 text-sm print:space-y-1 print:text-[8.5pt]">
        <p className="text-muted">{site_name}</p>
        <h3 className="text-2xl print:text-[15pt]">{card.first_name}</h3>
        <p>
          Point a tablet’s camera at the square and open the link. Keep this card like a key: it is
          yours alone.
        </p>
        <p>
          <strong>Lost it?</strong> Tell your teacher or your family at once. They end it and give
          you a new one.
        </p>
        <p className="text-muted tabular-nums">
          {card.sign_in_name ? `${card.sign_in_name}, ` : ''}
          {dateOf(card.created_at)}
        </p>
      </div>
    </article>
  )
}
