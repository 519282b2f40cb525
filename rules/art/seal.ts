/** The product's seal, 200 by 200, and the small constellation in the diploma's corners, 64 by 64. */

const TEETH = 36

/** Scallops around the rim. */
export const SEAL_TEETH = Array.from({ length: TEETH }, (_, index) => {
  const angle = (index / TEETH) * 2 * Math.PI
  return { x: 100 + 90 * Math.cos(angle), y: 100 + 90 * Math.sin(angle) }
})

export const SEAL_STARS = [
  { x: 48, y: 124, r: 8 },
  { x: 76, y: 84, r: 7 },
  { x: 104, y: 104, r: 7 },
  { x: 132, y: 66, r: 13 },
  { x: 154, y: 112, r: 8 },
]

export const SEAL_COLORS = {
  rim: '#8f6300',
  ring: '#fbf0d9',
  sky: '#14202b',
  star: '#ffd166',
  line: '#8fd3c8',
}

/** Oriented for the top left corner. */
export const CORNER_STARS = [
  { x: 14, y: 50, r: 6 },
  { x: 22, y: 26, r: 9 },
  { x: 40, y: 20, r: 5 },
  { x: 54, y: 12, r: 6 },
]
