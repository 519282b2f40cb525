import type { TutorMessage } from '#contract/tutor'

type Shown = Pick<TutorMessage, 'id' | 'author' | 'text' | 'origin' | 'state'>

const BY = {
  model: 'Tutor, a language model',
  coach: 'Tutor, built-in questions',
  house: 'Tutor',
} as const satisfies Record<NonNullable<TutorMessage['origin']>, string>

const ENDED = {
  stopped: 'Stopped here.',
  failed: 'The reply was cut off here.',
} as const satisfies Partial<Record<TutorMessage['state'], string>>

const endOf = ({ state }: Shown) =>
  state === 'stopped' || state === 'failed' ? ENDED[state] : undefined

type MessageProps = {
  message: Shown
  /** Author of the questions: "You", or a name. */
  asker: string
  /** Parts of a streaming answer, announced to screen readers as they arrive. */
  pieces?: readonly string[]
}

export const Message = ({ message, asker, pieces }: MessageProps) => {
  const isAsker = message.author === 'learner'
  return (
    <li
      className={
        isAsker ? 'ml-auto max-w-[85%] sm:max-w-[70%]' : 'mr-auto max-w-full sm:max-w-[85%]'
      }
    >
      <p className={`mb-1 text-sm text-muted ${isAsker ? 'text-right' : ''}`}>
        {isAsker ? asker : BY[message.origin ?? 'house']}
      </p>
      <div
        className={`rounded-card px-4 py-3 whitespace-pre-line ${isAsker ? 'bg-brand-soft text-ink' : 'border border-line bg-surface'}`}
      >
        {pieces ? (
          <span aria-live="polite" aria-relevant="additions">
            {pieces.map((piece, i) => (
              // Parts are only appended, never moved.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={i}>{piece}</span>
            ))}
            {pieces.length === 0 ? <Thinking /> : null}
          </span>
        ) : (
          message.text
        )}
        {endOf(message) ? (
          <em className="block pt-1 text-sm text-muted">{endOf(message)}</em>
        ) : null}
      </div>
    </li>
  )
}

const Thinking = () => (
  <span className="text-muted">
    <span className="visually-hidden">The tutor is thinking</span>
    <span aria-hidden="true" className="skeleton inline-block">
      …
    </span>
  </span>
)

/** Messages, oldest first. Hides answers that never arrived. */
export const Messages = ({ messages, asker }: { messages: readonly Shown[]; asker: string }) => (
  <ol className="space-y-5">
    {messages
      .filter(({ text }) => text !== '')
      .map((message) => (
        <Message key={message.id} message={message} asker={asker} />
      ))}
  </ol>
)
