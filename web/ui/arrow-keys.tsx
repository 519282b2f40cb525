import type { KeyboardEvent } from 'react'

import type { Direction } from '#rules/art/constellation'

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
}

/** Direction of an arrow key; undefined for other keys, and for browser shortcuts. */
export const directionOf = (event: KeyboardEvent): Direction | undefined =>
  event.ctrlKey || event.metaKey || event.altKey ? undefined : ARROWS[event.key]
