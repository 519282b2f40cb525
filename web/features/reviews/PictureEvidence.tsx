import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'

import { Button, IconButton } from '#ui'
import { SessionImage } from '#views/evidence'

import { PinMark } from './PinMark.tsx'
import { type OnPin, type Pin, pointAt, type Point, pointOf, selectorOf } from './pins.ts'

type Props = { src: string; alt: string; pins: readonly Pin[]; onPin?: OnPin | undefined }

const ZOOMS = [1, 1.5, 2, 3] as const
const CENTRE: Point = { x: 0.5, y: 0.5 }
const STEP = 0.02

const MOVES: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** A picture with zoom and rotation; pinned comments follow it. */
export const PictureEvidence = ({ src, alt, pins, onPin }: Props) => {
  const [zoom, setZoom] = useState(0)
  const [turned, setTurned] = useState(0)
  const [ratio, setRatio] = useState(4 / 3)
  const [isPinning, setIsPinning] = useState(false)
  const [cross, setCross] = useState(CENTRE)
  const isSideways = turned % 180 !== 0
  const choose = (point: Point) => {
    setIsPinning(false)
    setCross(CENTRE)
    onPin?.(selectorOf(point))
  }
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A keyboard click has no position: uses the crosshair.
    if (event.detail === 0) return choose(cross)
    choose(pointAt(event, event.currentTarget.getBoundingClientRect(), turned))
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setIsPinning(false)
    const by = MOVES[event.key]
    if (!by) return
    event.preventDefault()
    const within = (share: number) => Math.min(Math.max(share, 0), 1)
    setCross(({ x, y }) => ({ x: within(x + by.x), y: within(y + by.y) }))
  }
  return (
    <div>
      <div className="no-print mb-2 flex flex-wrap items-center gap-1">
        <IconButton
          label="Larger"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn aria-hidden size={20} />
        </IconButton>
        <IconButton label="Smaller" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <ZoomOut aria-hidden size={20} />
        </IconButton>
        <IconButton label="Turn" onClick={() => setTurned((turned + 90) % 360)}>
          <RotateCw aria-hidden size={20} />
        </IconButton>
        {onPin ? (
          <Button
            variant={isPinning ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={isPinning}
            icon={<MessageSquarePlus aria-hidden size={16} />}
            onClick={() => setIsPinning(!isPinning)}
          >
            Pin a comment
          </Button>
        ) : null}
      </div>
      {isPinning ? (
        <p className="mb-2 text-sm text-muted">
          Click a spot, or move the crosshair with the arrow keys and press Enter. Press Escape to
          cancel.
        </p>
      ) : null}
      {/* Oversized content must be scrollable by keyboard. */}
      <div
        className="max-h-[75dvh] overflow-auto rounded-card border border-line bg-sunk"
        role="group"
        aria-label={`Picture: ${alt}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div
          className="relative mx-auto"
          style={{
            width: `${ZOOMS[zoom]! * 100}%`,
            aspectRatio: isSideways ? 1 / ratio : ratio,
          }}
        >
          <div
            className="absolute top-1/2 left-1/2"
            style={{
              width: isSideways ? `${ratio * 100}%` : '100%',
              aspectRatio: ratio,
              transform: `translate(-50%, -50%) rotate(${turned}deg)`,
            }}
          >
            <SessionImage
              src={src}
              alt={alt}
              look="block size-full object-contain"
              onLoad={({ naturalWidth, naturalHeight }) =>
                setRatio(naturalWidth / Math.max(naturalHeight, 1))
              }
            />
            {pins.map((pin) => {
              const point = pointOf(pin)
              return point ? (
                <PinMark key={pin.number} pin={pin} at={point} turned={turned} />
              ) : null
            })}
            {isPinning ? (
              <button
                type="button"
                // The keys move the crosshair immediately.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                aria-label="Position of the comment"
                onClick={click}
                onKeyDown={move}
                className="absolute inset-0 cursor-crosshair bg-sky/10"
              >
                <span
                  aria-hidden
                  className="absolute size-6 -translate-1/2 rounded-full border-3 border-focus bg-surface/60"
                  style={{ left: `${cross.x * 100}%`, top: `${cross.y * 100}%` }}
                />
              </button>
            ) : null}
          </div>
        </div>
      </div>
    </div>
  )
}
