import type { Pin, Point } from './pins.ts'

const LOOK =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-full border-2 border-surface bg-brand text-sm font-bold text-on-brand shadow-over'

type Props = { pin: Pin; at?: Point; turned?: number }

const showWords = (id: string) => {
  const words = document.getElementById(id)
  words?.scrollIntoView({ block: 'center' })
  words?.focus({ preventScroll: true })
}

/** Number of a pinned comment at its position; links to its text. */
export const PinMark = ({ pin, at, turned = 0 }: Props) => (
  <button
    type="button"
    title={pin.comment}
    aria-label={`Comment ${pin.number}: ${pin.comment}`}
    onClick={() => showWords(pin.wordsId)}
    className={at ? `${LOOK} absolute` : LOOK}
    style={
      at && {
        left: `${at.x * 100}%`,
        top: `${at.y * 100}%`,
        transform: `translate(-50%, -50%) rotate(${-turned}deg)`,
      }
    }
  >
    {pin.number}
  </button>
)
