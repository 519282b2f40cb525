type Place = { x: number; y: number }
type View = Place & { zoom: number }

const MAX_ZOOM = 3
/** Minimum zoom for names; below it, they would overlap. */
const MIN_NAMES_ZOOM = 0.6
/** Minimum initial zoom at which stars are large enough to touch. */
const MIN_INITIAL_ZOOM = 0.5
const STEP = 1.35
/** Pixels of movement that turn a press into a drag. */
const MIN_DRAG_PX = 6

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most)

export type PanZoom = {
  zoomIn: () => void
  zoomOut: () => void
  showAll: () => void
  /** Moves just enough to bring a point of the plane well inside the frame. */
  bringIn: (place: Place) => void
  /** Removes all listeners. */
  detach: () => void
}

type Parts = {
  frame: HTMLElement
  plane: HTMLElement
  world: { width: number; height: number }
  /** Initial center if the whole plane does not fit. */
  startAt: Place
  /** Called with the scale of the stars when the zoom has changed. */
  onScale: (scale: number) => void
}

/**
 * Pans and zooms a large plane inside a frame by pointer, wheel, pinch or call. Bypasses React and changes a single transform, so
 * that nothing renders during a move.
 */
export const attachPanZoom = ({ frame, plane, world, startAt, onScale }: Parts): PanZoom => {
  const attached = new AbortController()
  const pointers = new Map<number, Place>()
  let isDragging = false
  let view: View = { x: 0, y: 0, zoom: 0 }

  const size = () => ({ width: frame.clientWidth, height: frame.clientHeight })
  const fit = () => Math.min(size().width / world.width, size().height / world.height)
  const least = () => Math.min(fit() * 0.8, MIN_INITIAL_ZOOM)

  const show = (wanted: View, smoothly = false) => {
    const { width, height } = size()
    const zoom = within(wanted.zoom, least(), MAX_ZOOM)
    // The center of the frame stays over the sky, so that nobody gets lost.
    const x = within(wanted.x, width / 2 - world.width * zoom, width / 2)
    const y = within(wanted.y, height / 2 - world.height * zoom, height / 2)
    plane.style.transition = smoothly ? 'transform var(--normal) var(--ease)' : 'none'
    plane.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`
    if (zoom !== view.zoom) {
      // Stars grow more slowly than the space between them.
      const scale = zoom ** -0.6
      frame.style.setProperty('--star-scale', String(scale))
      onScale(scale)
      frame.dataset.names = zoom >= MIN_NAMES_ZOOM ? 'shown' : 'hidden'
    }
    view = { x, y, zoom }
  }

  const centreOn = ({ x, y }: Place, zoom: number, smoothly: boolean) => {
    const { width, height } = size()
    show({ x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom }, smoothly)
  }
  const middle = { x: world.width / 2, y: world.height / 2 }
  const showAll = (smoothly: boolean) => centreOn(middle, fit() * 0.98, smoothly)

  /** Zooms around a fixed point of the frame. */
  const zoomAt = (factor: number, at: Place, smoothly = false) => {
    const zoom = within(view.zoom * factor, least(), MAX_ZOOM)
    const grown = zoom / view.zoom
    show({ x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown, zoom }, smoothly)
  }
  const zoomBy = (factor: number) => {
    const { width, height } = size()
    zoomAt(factor, { x: width / 2, y: height / 2 }, true)
  }

  const inFrame = ({ clientX, clientY }: MouseEvent): Place => {
    const { left, top } = frame.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  const turnWheel = (event: WheelEvent) => {
    event.preventDefault()
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
    // Browsers report a touchpad pinch as a small wheel movement with Ctrl.
    zoomAt(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), inFrame(event))
  }

  const press = (event: PointerEvent) => {
    if (pointers.size === 0) isDragging = false
    pointers.set(event.pointerId, inFrame(event))
  }
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const at = inFrame(event)
    if (!isDragging) {
      if (Math.hypot(at.x - before.x, at.y - before.y) < MIN_DRAG_PX) return
      isDragging = true
      frame.setPointerCapture(event.pointerId)
      plane.style.willChange = 'transform'
    }
    pointers.set(event.pointerId, at)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (!other) {
      show({ ...view, x: view.x + at.x - before.x, y: view.y + at.y - before.y })
      return
    }
    const reach = (place: Place) => Math.max(Math.hypot(place.x - other.x, place.y - other.y), 1)
    const between = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
    zoomAt(reach(at) / reach(before), between)
  }
  const release = (event: PointerEvent) => {
    pointers.delete(event.pointerId)
    if (pointers.size === 0) plane.style.willChange = 'auto'
  }
  /** Suppresses the click at the end of a drag. */
  const click = (event: MouseEvent) => {
    if (!isDragging) return
    isDragging = false
    event.preventDefault()
    event.stopPropagation()
  }

  const { signal } = attached
  frame.addEventListener('wheel', turnWheel, { signal, passive: false })
  frame.addEventListener('pointerdown', press, { signal })
  frame.addEventListener('pointermove', move, { signal })
  frame.addEventListener('pointerup', release, { signal })
  frame.addEventListener('pointercancel', release, { signal })
  frame.addEventListener('click', click, { signal, capture: true })
  const resized = new ResizeObserver(() => show(view))
  resized.observe(frame)

  // Starts with the whole sky, or as much of it as leaves the stars large enough.
  if (fit() >= MIN_INITIAL_ZOOM) showAll(false)
  else centreOn(startAt, MIN_INITIAL_ZOOM, false)

  return {
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    showAll: () => showAll(true),
    bringIn: (place) => {
      const { width, height } = size()
      const margin = Math.min(72, width / 4, height / 4)
      const at = { x: place.x * view.zoom + view.x, y: place.y * view.zoom + view.y }
      const x = view.x + within(at.x, margin, width - margin) - at.x
      const y = view.y + within(at.y, margin, height - margin) - at.y
      if (x !== view.x || y !== view.y) show({ x, y, zoom: view.zoom }, true)
    },
    detach: () => {
      attached.abort()
      resized.disconnect()
    },
  }
}
