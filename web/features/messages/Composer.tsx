import Paperclip from 'lucide-react/icons/paperclip'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'

import { MAX_MESSAGE_FILES, MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { Button, CONTROL, FieldError, IconButton, ProgressBar } from '#ui'
import { useUser } from '#views/auth'
import { number } from '#web/format'

import { useAttachments } from './use-attachments.ts'
import type { Draft } from './use-draft.ts'

type Props = {
  draft: Draft
  change: (next: (before: Draft) => Partial<Draft>) => void
  send: () => void
}

const problemIn = (text: string, files: number): string | undefined => {
  if (text.length > MAX_MESSAGE_LENGTH)
    return `A message can have up to ${number(MAX_MESSAGE_LENGTH)} characters, and this one has ${number(text.length)}. Please split it in two.`
  return files > MAX_MESSAGE_FILES
    ? `You can attach up to ${MAX_MESSAGE_FILES} files to a message.`
    : undefined
}

/** Message input. Enter sends, Shift+Enter inserts a line break. */
export const Composer = ({ draft: { text, files }, change, send }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { sending, add } = useAttachments((file) =>
    change((before) => ({ files: [...before.files, file] })),
  )
  const error = problemIn(text, files.length)
  const isUnderWay = sending.some(({ failure }) => failure === undefined)
  const isLearner = useUser().role === 'student'
  const keptInside = isLearner ? files.filter(({ isKeptInside }) => isKeptInside) : []
  const isEmpty = text.trim() === '' && files.length === 0
  const trySend = () => {
    field.current?.focus()
    if (!isEmpty && !error && !isUnderWay) send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    trySend()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        trySend()
      }}
      onPaste={({ clipboardData }) => add(clipboardData.files)}
    >
      {sending.length + files.length > 0 ? (
        <ul aria-label="Files" className="mb-2 flex flex-wrap gap-2">
          {files.map(({ id, name }) => (
            <Attached
              key={id}
              name={name}
              remove={() => change(({ files }) => ({ files: files.filter((f) => f.id !== id) }))}
            />
          ))}
          {sending.map(({ key, name, share, failure, cancel }) => (
            <Attached key={key} name={name} share={share} failure={failure} remove={cancel} />
          ))}
        </ul>
      ) : null}
      {keptInside.length > 0 ? (
        <p role="status" className="mb-2 text-sm text-muted">
          {keptInside.map(({ name }) => `“${name}”`).join(', ')} may say where it was made, and we
          could not remove that. Only your family and your advisor can open it.
        </p>
      ) : null}
      <label htmlFor="message" className="visually-hidden">
        Message
      </label>
      <div className="flex items-end gap-2">
        <IconButton label="Attach files" onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden size={20} />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        <textarea
          ref={field}
          id="message"
          rows={1}
          dir="auto"
          placeholder="Write a message"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'message-error' : undefined}
          onChange={(event) => change(() => ({ text: event.target.value }))}
          onKeyDown={onKeyDown}
          className={`${CONTROL} field-sizing-content max-h-[30dvh] min-w-0 grow resize-none`}
        />
        <Button
          type="submit"
          className="max-sm:px-3"
          icon={<SendHorizontal aria-hidden size={18} />}
          busy={isUnderWay}
        >
          <span className="max-sm:visually-hidden">Send</span>
        </Button>
      </div>
      <FieldError id="message" error={error} />
    </form>
  )
}

type AttachedProps = {
  name: string
  share?: number
  failure?: string | undefined
  remove: () => void
}

const Attached = ({ name, share, failure, remove }: AttachedProps) => (
  <li
    className={`max-w-full rounded-control border py-1 pr-1 pl-3 ${failure ? 'border-danger bg-danger-soft' : 'border-line bg-sunk'}`}
  >
    <span className="flex items-center gap-1">
      <span className="min-w-0 truncate text-sm">{name}</span>
      <IconButton label={`Remove ${name}`} className="size-9" onClick={remove}>
        <X aria-hidden size={16} />
      </IconButton>
    </span>
    {failure ? (
      <span role="alert" className="block pr-2 pb-1 text-sm text-danger">
        {failure}
      </span>
    ) : share === undefined ? null : (
      <ProgressBar label={`Uploading ${name}`} value={share} />
    )}
  </li>
)
