import { type PointerEvent, useCallback, useEffect, useRef } from 'react'

type View = { x: number; y: number; zoom: number }
type Size = { width: number; height: number }
type Place = { x: number; y: number }

const MOST = 3
/** Below this the names of the stars would lie over each other. */
const NAMES_FROM = 0.72
/** Stars stay large enough to be touched. */
const LEAST_AT_FIRST = 0.5
const STEP = 1.35
/** A finger that moves less than this has pressed, not dragged. */
const DRAG_FROM = 6

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most)

/**
 * Moves a large plane behind a frame, by pointer, wheel and pinch, and as told. It draws by changing one transform, past
 * React: nothing is rendered while one moves.
 */
export const usePanZoom = (world: Size, startAt: Place) => {
  const frame = useRef<HTMLDivElement>(null)
  const plane = useRef<HTMLDivElement>(null)
  const view = useRef<View>({ x: 0, y: 0, zoom: 1 })
  const pointers = useRef(new Map<number, Place>())
  const dragged = useRef(false)

  const size = () => ({
    width: frame.current?.clientWidth ?? 1,
    height: frame.current?.clientHeight ?? 1,
  })
  const fit = useCallback(() => {
    const { width, height } = size()
    return Math.min(width / world.width, height / world.height)
  }, [world.width, world.height])

  const show = useCallback(
    ({ x, y, zoom }: View, smoothly = false) => {
      const element = plane.current
      if (!element) return
      const { width, height } = size()
      const k = within(zoom, fit() * 0.8, MOST)
      // The middle of the frame stays over the sky, so that nobody gets lost.
      const next = {
        x: within(x, width / 2 - world.width * k, width / 2),
        y: within(y, height / 2 - world.height * k, height / 2),
        zoom: k,
      }
      element.style.transition = smoothly ? 'transform var(--normal) var(--ease)' : 'none'
      element.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.zoom})`
      if (next.zoom !== view.current.zoom || !element.dataset.names) {
        element.style.setProperty('--star-scale', String(next.zoom ** -0.6))
        element.dataset.names = next.zoom >= NAMES_FROM ? 'shown' : 'hidden'
      }
      view.current = next
    },
    [fit, world.width, world.height],
  )

  const centreOn = useCallback(
    ({ x, y }: Place, zoom: number, smoothly: boolean) => {
      const { width, height } = size()
      show({ x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom }, smoothly)
    },
    [show],
  )

  const showAll = useCallback(
    (smoothly = true) =>
      centreOn({ x: world.width / 2, y: world.height / 2 }, fit() * 0.98, smoothly),
    [centreOn, fit, world.width, world.height],
  )

  /** Zooms around a point of the frame; what lies under it stays under it. */
  const zoomAt = useCallback(
    (factor: number, at: Place, smoothly = false) => {
      const { x, y, zoom } = view.current
      const k = within(zoom * factor, fit() * 0.8, MOST)
      const grown = k / zoom
      show({ x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown, zoom: k }, smoothly)
    },
    [fit, show],
  )

  const zoomBy = (factor: number) => {
    const { width, height } = size()
    zoomAt(factor, { x: width / 2, y: height / 2 }, true)
  }

  const inFrame = useCallback(({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
  }, [])

  // The whole sky at first, or as much of it as leaves the stars large enough.
  const first = useRef(startAt)
  useEffect(() => {
    const all = fit()
    if (all >= LEAST_AT_FIRST) showAll(false)
    else centreOn(first.current, LEAST_AT_FIRST, false)
  }, [centreOn, fit, showAll])

  // React listens to the wheel passively, which could not keep the page from scrolling.
  useEffect(() => {
    const element = frame.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const perLine = event.deltaMode === 1 ? 16 : 1
      const speed = event.ctrlKey ? 0.01 : 0.0016
      zoomAt(Math.exp(-event.deltaY * perLine * speed), inFrame(event))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [inFrame, zoomAt])

  useEffect(() => {
    const resized = new ResizeObserver(() => show(view.current))
    if (frame.current) resized.observe(frame.current)
    return () => resized.disconnect()
  }, [show])

  const down = (event: PointerEvent) => {
    if (pointers.current.size === 0) dragged.current = false
    pointers.current.set(event.pointerId, inFrame(event))
  }
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const at = inFrame(event)
    if (!dragged.current) {
      if (Math.hypot(at.x - before.x, at.y - before.y) < DRAG_FROM) return
      dragged.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      if (plane.current) plane.current.style.willChange = 'transform'
    }
    const [other] = [...pointers.current].flatMap(([id, place]) =>
      id === event.pointerId ? [] : [place],
    )
    pointers.current.set(event.pointerId, at)
    const { x, y, zoom } = view.current
    if (!other) return show({ x: x + at.x - before.x, y: y + at.y - before.y, zoom })
    const reach = (place: Place) => Math.hypot(place.x - other.x, place.y - other.y)
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
    return zoomAt(reach(at) / Math.max(reach(before), 1), middle)
  }
  const up = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0 && plane.current) plane.current.style.willChange = 'auto'
  }

  return {
    frame,
    plane,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    showAll,
    /** Moves just so far that a place is well inside the frame. */
    bringIn: (place: Place) => {
      const { width, height } = size()
      const { x, y, zoom } = view.current
      const margin = Math.min(72, width / 4, height / 4)
      const at = { x: place.x * zoom + x, y: place.y * zoom + y }
      const next = {
        x: x + within(at.x, margin, width - margin) - at.x,
        y: y + within(at.y, margin, height - margin) - at.y,
      }
      if (next.x !== x || next.y !== y) show({ ...next, zoom }, true)
    },
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: up,
      // Letting go after dragging opens nothing.
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (!dragged.current) return
        event.preventDefault()
        event.stopPropagation()
        dragged.current = false
      },
    },
  }
}
