import { Fragment } from 'react'

import type { Message } from '#contract/messages'
import { dateOf } from '#web/format'

import { MessageItem } from './MessageItem.tsx'

type Props = {
  /** Oldest first. */
  messages: readonly Message[]
  ownId: string | undefined
  isGroup: boolean
  /** Number of the first unread message when the conversation was opened. */
  firstUnread?: number | undefined
  onMore?: (message: Message) => void
}

/** Messages with separators for each day and for new messages. */
export const MessageDays = ({ messages, ownId, isGroup, firstUnread, onMore }: Props) => (
  <ol className="space-y-3">
    {messages.map((message, index) => {
      const day = dateOf(message.created_at)
      const before = messages[index - 1]
      const isOwn = message.author.id === ownId
      return (
        <Fragment key={message.id}>
          {before && dateOf(before.created_at) === day ? null : <Line words={day} />}
          {message.number === firstUnread ? <Line words="New" isNew /> : null}
          <MessageItem
            message={message}
            isOwn={isOwn}
            showAuthor={ownId === undefined || (isGroup && !isOwn)}
            {...(onMore ? { onMore: () => onMore(message) } : {})}
          />
        </Fragment>
      )
    })}
  </ol>
)

const Line = ({ words, isNew = false }: { words: string; isNew?: boolean }) => (
  <li
    className={`flex items-center gap-3 py-1 text-sm font-medium ${isNew ? 'text-danger' : 'text-muted'}`}
  >
    <span aria-hidden="true" className="h-px grow bg-current opacity-40" />
    {words}
    <span aria-hidden="true" className="h-px grow bg-current opacity-40" />
  </li>
)
