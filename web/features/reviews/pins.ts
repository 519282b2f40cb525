import type { Annotation } from '#contract/reviews'

/** A pinned comment with its number, counted across the whole attempt, and the id of its text element. */
export type Pin = Annotation & { number: number; wordsId: string }

/** Element id of a pinned comment's text. */
export const wordsIdOf = (attemptId: string, number: number) => `pin-${attemptId}-${number}`

/** Called with the position chosen for a comment. */
export type OnPin = (selector: Annotation['selector']) => void

/** A point of a picture as fractions of its width and height, independent of rotation and zoom. */
export type Point = { x: number; y: number }

const percent = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 100_000) / 1000

export const selectorOf = ({ x, y }: Point): Annotation['selector'] => ({
  type: 'FragmentSelector',
  value: `xywh=percent:${percent(x)},${percent(y)},0,0`,
})

/** Undefined if the selector is not a point of a picture. */
export const pointOf = ({ selector }: Annotation): Point | undefined => {
  if (selector.type !== 'FragmentSelector') return undefined
  const [, x, y] = /^xywh=percent:([\d.]+),([\d.]+)/.exec(selector.value) ?? []
  return x === undefined ? undefined : { x: Number(x) / 100, y: Number(y) / 100 }
}

type Box = { left: number; top: number; width: number; height: number }

/**
 * Point of a picture at a pointer position.
 * @param box of the rotated picture on the screen
 * @param turned degrees clockwise, a multiple of 90
 */
export const pointAt = (
  { clientX, clientY }: { clientX: number; clientY: number },
  box: Box,
  turned: number,
): Point => {
  const [u, v] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height]
  switch (((turned % 360) + 360) % 360) {
    case 90:
      return { x: v, y: 1 - u }
    case 180:
      return { x: 1 - u, y: 1 - v }
    case 270:
      return { x: 1 - v, y: u }
    default:
      return { x: u, y: v }
  }
}
