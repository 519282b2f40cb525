export type Box = { id: string; left: number; top: number; right: number; bottom: number }

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * Ids of labels that overlap neither each other nor an obstacle of another id.
 * @param labels the most important first
 */
export const labelsWithoutOverlap = (
  labels: readonly Box[],
  obstacles: readonly Box[] = [],
): Set<string> => {
  const shown: Box[] = []
  for (const label of labels) {
    const isFree =
      shown.every((other) => !overlap(label, other)) &&
      obstacles.every((other) => other.id === label.id || !overlap(label, other))
    if (isFree) shown.push(label)
  }
  return new Set(shown.map(({ id }) => id))
}
