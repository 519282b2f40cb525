export const DIRECTIONS = ['up', 'right', 'down', 'left'] as const
export type Direction = (typeof DIRECTIONS)[number]

type Point = { x: number; y: number }

// y grows downward, as on a screen.
const VECTORS = {
  up: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
} satisfies Record<Direction, Point>

/** Nearest star in the direction of an arrow key; sideways distance counts double. Undefined at the edge of the sky. */
export const nearestInDirection = <S extends Point>(
  from: Point,
  stars: readonly S[],
  direction: Direction,
): S | undefined => {
  const way = VECTORS[direction]
  let best: { star: S; effort: number } | undefined
  for (const star of stars) {
    const [x, y] = [star.x - from.x, star.y - from.y]
    const ahead = x * way.x + y * way.y
    if (ahead <= 0) continue
    const aside = Math.abs(x * way.y) + Math.abs(y * way.x)
    const effort = Math.hypot(ahead, aside * 2)
    if (!best || effort < best.effort) best = { star, effort }
  }
  return best?.star
}
