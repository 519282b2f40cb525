import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Copy of the list with one item moved. */
export const moveItem = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  const [taken] = next.splice(from, 1)
  if (taken !== undefined) next.splice(to, 0, taken)
  return next
}

// Drag and drop loads after the page.
const dragging = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

type Drag = {
  /** Identifies the list: items of other lists cannot be dropped. */
  list: symbol
  row: RefObject<HTMLElement | null>
  handle: RefObject<HTMLElement | null>
  index: number
  onMove: (from: number, to: number) => void
}

/**
 * Makes a list row draggable by its handle. Buttons next to it do the same without a pointer.
 * @returns whether this row is being dragged, and where a dragged row would be inserted: before or after this one
 */
export const useReorder = ({ list, row, handle, index, onMove }: Drag) => {
  const [state, setState] = useState<'idle' | 'dragged' | 'before' | 'after'>('idle')
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!element || !dragHandle) return undefined
    let isGone = false
    let end = () => {}
    const begin = async () => {
      const { draggable, dropTargetForElements } = await dragging()
      if (isGone) return
      const endDrag = draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, index }),
        onDragStart: () => setState('dragged'),
        onDrop: () => setState('idle'),
      })
      const endDrop = dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDragEnter: ({ source }) =>
          setState(Number(source.data.index) < index ? 'after' : 'before'),
        onDragLeave: () => setState('idle'),
        onDrop: ({ source }) => {
          setState('idle')
          move(Number(source.data.index), index)
        },
      })
      end = () => {
        endDrag()
        endDrop()
      }
    }
    void begin()
    return () => {
      isGone = true
      end()
    }
  }, [list, row, handle, index])
  return state
}
