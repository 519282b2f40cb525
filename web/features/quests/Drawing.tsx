import Undo from 'lucide-react/icons/undo-2'
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

import { ACCEPTED_PICTURES } from '#rules/uploads'
import { Alert, Button } from '#ui'

import type { CapturePartProps } from './Capture.tsx'
import { asPicture } from './pictures.ts'
import { useUnfinished } from './use-unfinished.ts'

type Stroke = { color: string; width: number; points: { x: number; y: number }[] }

const COLORS = [
  { name: 'Black', value: '#1f2330' },
  { name: 'Red', value: '#b3261e' },
  { name: 'Blue', value: '#1d4ed8' },
  { name: 'Green', value: '#1c6b3a' },
  { name: 'Yellow', value: '#f2c665' },
  { name: 'White', value: '#ffffff' },
]
const PENS = [
  { name: 'Thin', value: 6 },
  { name: 'Thick', value: 18 },
]

/** Pixels of an empty sheet, and of the longer side of a photo. */
const SHEET = { width: 1200, height: 900 }
const LONGEST = 1600

type Props = CapturePartProps & { photo: File | undefined; addText: () => void }

/** A sheet to draw on, empty or a photo. A picture file and a text are the alternatives without a pointer. */
export const Drawing = ({ taskId, photo: given, add, addText, close }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [photo, setPhoto] = useState(given)
  const [paper, setPaper] = useState<ImageBitmap>()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [strokes, setStrokes] = useState<Stroke[]>([])
  const [color, setColor] = useState(COLORS[0]!.value)
  const [width, setWidth] = useState(PENS[0]!.value)
  const isDrawn = strokes.length > 0
  const result = async () =>
    canvas.current && isDrawn ? asPicture(canvas.current, 'Drawing') : given
  const unfinished = useUnfinished(taskId, result)

  useEffect(() => {
    if (!photo) return
    createImageBitmap(photo).then(
      (bitmap) => {
        setPaper(bitmap)
        setIsUnreadable(false)
      },
      () => setIsUnreadable(true),
    )
  }, [photo])
  const size = paper ? fitted(paper) : SHEET
  const redraw = useCallback(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    if (paper) context.drawImage(paper, 0, 0, width, height)
    for (const stroke of strokes) drawStroke(context, stroke)
  }, [paper, strokes])
  useEffect(redraw, [redraw, size.width, size.height])

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const scale = size.width / box.width
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    setStrokes((all) => [...all, { color, width, points: [point] }])
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const point = pointOf(event)
    setStrokes((all) => {
      const last = all.at(-1)
      return last ? [...all.slice(0, -1), { ...last, points: [...last.points, point] }] : all
    })
  }

  return (
    <div className="space-y-3">
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        role="img"
        aria-label={
          isDrawn
            ? `Your drawing: ${strokes.length} ${strokes.length === 1 ? 'line' : 'lines'}`
            : 'An empty sheet to draw on'
        }
        onPointerDown={begin}
        onPointerMove={go}
        className="block cursor-crosshair touch-none rounded-card border border-control bg-white"
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          width: `min(100%, calc(60dvh * ${size.width / size.height}))`,
        }}
      />
      {isUnreadable ? (
        <Alert tone="warning" role="alert" title="This picture cannot be drawn on here." />
      ) : null}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Choice
          legend="Colour"
          name="color"
          options={COLORS}
          value={color}
          choose={setColor}
          hasSwatch
        />
        <Choice legend="Pen" name="pen" options={PENS} value={width} choose={setWidth} />
        <Button
          variant="secondary"
          disabled={!isDrawn}
          icon={<Undo aria-hidden size={18} />}
          onClick={() => setStrokes((all) => all.slice(0, -1))}
        >
          Undo
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!isDrawn && !given}
          onClick={() =>
            void result().then((file) => {
              if (!file) return
              void unfinished.finish((key) => add(file, key)).then(close)
            })
          }
        >
          Add the drawing
        </Button>
        <label className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          Draw on a picture
          <input
            type="file"
            accept={ACCEPTED_PICTURES}
            className="visually-hidden"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) setPhoto(file)
            }}
          />
        </label>
        <Button variant="quiet" onClick={() => void unfinished.discard().then(close)}>
          {isDrawn || given ? 'Discard' : 'Close'}
        </Button>
      </div>
      <p className="text-sm text-muted">
        Drawing needs a finger, a pen or a mouse. Without one, you can choose a picture under
        “Pictures and files”, or{' '}
        <button type="button" className="link" onClick={addText}>
          describe it in words
        </button>
        .
      </p>
    </div>
  )
}

const fitted = ({ width, height }: ImageBitmap) => {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const drawStroke = (context: CanvasRenderingContext2D, { color, width, points }: Stroke) => {
  const [first, ...others] = points
  if (!first) return
  context.strokeStyle = color
  context.lineWidth = width
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(first.x, first.y)
  // A single point is a dot.
  for (const { x, y } of others.length === 0 ? [first] : others) context.lineTo(x, y)
  context.stroke()
}

type ChoiceProps<T extends string | number> = {
  legend: string
  name: string
  options: readonly { name: string; value: T }[]
  value: T
  choose: (value: T) => void
  hasSwatch?: boolean
}

const Choice = <T extends string | number>({
  legend,
  name,
  options,
  value,
  choose,
  hasSwatch = false,
}: ChoiceProps<T>) => (
  <fieldset>
    <legend className="mb-1 text-sm font-semibold">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {options.map((option) => (
        <label
          key={option.name}
          className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-3 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => choose(option.value)}
          />
          {hasSwatch ? (
            <span
              aria-hidden
              className="size-4 rounded-full border border-control"
              style={{ backgroundColor: String(option.value) }}
            />
          ) : null}
          {option.name}
        </label>
      ))}
    </div>
  </fieldset>
)
