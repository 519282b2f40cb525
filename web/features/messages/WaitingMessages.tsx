import { Button } from '#ui'

import type { WaitingMessage } from './use-outbox.ts'

type Props = {
  waiting: readonly WaitingMessage[]
  retry: (message: WaitingMessage) => void
  sendAnyway: (message: WaitingMessage) => void
  edit: (message: WaitingMessage) => void
  remove: (message: WaitingMessage) => void
}

const LOOKS = {
  sending: 'border-line bg-brand-soft opacity-70',
  failed: 'border-danger bg-danger-soft',
  refused: 'border-danger bg-danger-soft',
  asks: 'border-warning bg-warning-soft',
} as const satisfies Record<WaitingMessage['state'], string>

/** Unsent messages, each with its reason and actions. */
export const WaitingMessages = ({ waiting, retry, sendAnyway, edit, remove }: Props) => (
  <ul aria-label="Messages that have not been sent" className="mt-3 space-y-3">
    {waiting.map((message) => (
      <li
        key={message.key}
        className={`ml-auto w-fit max-w-[90%] rounded-card border px-4 py-2.5 sm:max-w-[75%] ${LOOKS[message.state]}`}
      >
        <p dir="auto" className="whitespace-pre-line">
          {message.text}
        </p>
        {message.files.map(({ id, name }) => (
          <p key={id} className="text-sm text-muted">
            {name}
          </p>
        ))}
        {message.state === 'sending' ? (
          <p className="text-sm text-muted">Sending…</p>
        ) : (
          <div role="alert" className="mt-2 space-y-2 border-t border-line pt-2">
            <p className="text-sm font-medium">{message.why}</p>
            <div className="flex flex-wrap gap-2">
              {message.state === 'failed' ? (
                <Button size="small" onClick={() => retry(message)}>
                  Retry
                </Button>
              ) : null}
              {message.state === 'asks' ? (
                <Button size="small" onClick={() => sendAnyway(message)}>
                  Send it
                </Button>
              ) : null}
              <Button variant="secondary" size="small" onClick={() => edit(message)}>
                Edit
              </Button>
              <Button variant="quiet" size="small" onClick={() => remove(message)}>
                Delete
              </Button>
            </div>
          </div>
        )}
      </li>
    ))}
  </ul>
)
