import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Square from 'lucide-react/icons/square'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { MAX_TUTOR_MESSAGE_LENGTH } from '#rules/message-limits'
import { Button, CONTROL } from '#ui'

type Props = {
  text: string
  setText: (text: string) => void
  isWriting: boolean
  send: () => void
  stop: () => void
  disabled: boolean
  /** Focuses the input. */
  hasFocus: boolean
}

/** Message input. Enter sends, Shift+Enter inserts a line break. */
export const Composer = ({ text, setText, isWriting, send, stop, disabled, hasFocus }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  const trySend = () => {
    field.current?.focus()
    if (text.trim() !== '' && !isWriting) send()
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
      className="flex items-end gap-3"
    >
      <div className="min-w-0 grow">
        <label htmlFor="message" className="mb-1 block font-semibold">
          Message
        </label>
        <textarea
          ref={field}
          id="message"
          rows={2}
          maxLength={MAX_TUTOR_MESSAGE_LENGTH}
          value={text}
          disabled={disabled}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${CONTROL} field-sizing-content max-h-[30dvh] min-h-16 resize-none`}
        />
      </div>
      {isWriting ? (
        <Button
          variant="secondary"
          icon={<Square aria-hidden size={18} />}
          onClick={() => {
            stop()
            field.current?.focus()
          }}
        >
          Stop
        </Button>
      ) : (
        <Button type="submit" icon={<SendHorizontal aria-hidden size={18} />} disabled={disabled}>
          Send
        </Button>
      )}
    </form>
  )
}
