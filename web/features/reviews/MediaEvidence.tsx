import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { useRef, useState } from 'react'

import { Button } from '#ui'

import { selectorInWords } from './labels.ts'
import type { OnPin, Pin } from './pins.ts'

type Props = {
  kind: 'audio' | 'video'
  src: string
  name: string
  pins: readonly Pin[]
  onPin?: OnPin | undefined
}

const secondsOf = ({ selector }: Pin) =>
  selector.type === 'FragmentSelector' && selector.value.startsWith('t=')
    ? Number(selector.value.slice(2))
    : 0

/** Plays a recording inline; comments are pinned to points in time. */
export const MediaEvidence = ({ kind, src, name, pins, onPin }: Props) => {
  const player = useRef<HTMLMediaElement>(null)
  const [failed, setFailed] = useState(false)
  const jump = (pin: Pin) => {
    if (!player.current) return
    player.current.currentTime = secondsOf(pin)
    player.current.focus()
  }
  const pinHere = () => {
    const seconds = Math.round((player.current?.currentTime ?? 0) * 10) / 10
    player.current?.pause()
    onPin?.({ type: 'FragmentSelector', value: `t=${seconds}` })
  }
  const attributes = {
    controls: true,
    preload: 'metadata',
    src,
    'aria-label': name,
    onError: () => setFailed(true),
  } as const
  return (
    <div className="space-y-2">
      {kind === 'video' ? (
        // Recordings by users have no transcript.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          {...attributes}
          ref={player as React.RefObject<HTMLVideoElement>}
          className="max-h-[60dvh] w-full rounded-card bg-sky-deep"
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          {...attributes}
          ref={player as React.RefObject<HTMLAudioElement>}
          className="w-full"
        />
      )}
      {failed ? (
        <p className="text-sm text-muted">
          This recording cannot be played here.{' '}
          <a href={src} className="link" target="_blank" rel="noopener">
            Open the file
          </a>
        </p>
      ) : null}
      <div className="no-print flex flex-wrap gap-2">
        {pins.map((pin) => (
          <Button key={pin.number} variant="secondary" size="small" onClick={() => jump(pin)}>
            {pin.number}: {selectorInWords(pin).toLowerCase()}
          </Button>
        ))}
        {onPin && !failed ? (
          <Button
            variant="secondary"
            size="small"
            icon={<MessageSquarePlus aria-hidden size={16} />}
            onClick={pinHere}
          >
            Pin a comment at this moment
          </Button>
        ) : null}
      </div>
    </div>
  )
}
