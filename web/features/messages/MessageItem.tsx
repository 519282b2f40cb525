import Ellipsis from 'lucide-react/icons/ellipsis'
import FileText from 'lucide-react/icons/file-text'

import type { Message } from '#contract/messages'
import { IconButton } from '#ui'
import { fileUrl, SessionImage, size } from '#views/evidence'
import { dateFormat } from '#web/format'

import { MessageText } from './MessageText.tsx'

type Props = {
  message: Message
  isOwn: boolean
  /** True in groups, and for readers who are not participants. */
  showAuthor: boolean
  /** Opens the message's actions; undefined if read-only. */
  onMore?: () => void
}

const timeOf = (instant: string) =>
  dateFormat(undefined, { timeStyle: 'short' }).format(new Date(instant))

export const MessageItem = ({ message, isOwn, showAuthor, onMore }: Props) => {
  const { author, text, files, created_at, deleted } = message
  const time = <time dateTime={created_at}>{timeOf(created_at)}</time>
  return (
    <li
      className={`group max-w-[90%] sm:max-w-[75%] ${isOwn ? 'ml-auto items-end' : 'mr-auto items-start'} flex flex-col`}
    >
      <p className="mb-0.5 flex gap-2 text-sm text-muted">
        <span className={showAuthor ? 'font-medium' : 'visually-hidden'}>
          {isOwn && !showAuthor ? 'You' : author.name}
        </span>
        {time}
      </p>
      <div className={`flex max-w-full items-center gap-1 ${isOwn ? 'flex-row-reverse' : ''}`}>
        <div
          className={`min-w-0 overflow-clip rounded-card px-4 py-2.5 ${isOwn ? 'bg-brand-soft text-ink' : 'border border-line bg-surface'}`}
        >
          {deleted ? (
            <em className="text-muted">This message was deleted.</em>
          ) : (
            <>
              {text === '' ? null : <MessageText text={text} />}
              {files.length > 0 ? <Files files={files} /> : null}
            </>
          )}
        </div>
        {onMore && !deleted ? (
          <IconButton
            label={`Options for the message from ${timeOf(created_at)}`}
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
            onClick={onMore}
          >
            <Ellipsis aria-hidden size={18} />
          </IconButton>
        ) : null}
      </div>
    </li>
  )
}

const Files = ({ files }: Pick<Message, 'files'>) => (
  <ul className="space-y-2 py-1">
    {files.map((file) => (
      <li key={file.id}>
        {file.content_type.startsWith('image/') ? (
          <a href={fileUrl(file.id)} target="_blank" rel="noopener">
            <SessionImage
              src={fileUrl(file.id)}
              alt={file.name}
              look="max-h-80 rounded-control object-scale-down"
            />
          </a>
        ) : (
          <a
            href={fileUrl(file.id)}
            target="_blank"
            rel="noopener"
            className="link inline-flex min-h-11 items-center gap-2"
          >
            <FileText aria-hidden size={20} className="shrink-0" />
            {file.name}
            <span className="text-sm whitespace-nowrap text-muted">{size(file.size)}</span>
          </a>
        )}
        {file.kept_inside ? (
          <p className="text-sm text-muted">
            It may say where it was made, so it opens only for the family and the advisor of who
            sent it.
          </p>
        ) : null}
      </li>
    ))}
  </ul>
)
