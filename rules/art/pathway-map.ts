type Step = { id: string; after: readonly string[] }

export type Place = { column: number; row: number }

/**
 * Positions of a pathway's steps on its map: one column after the last predecessor in the first predecessor's row or the next free row below.
 * Depends only on the list, so that a map looks the same on every visit.
 * @param steps topologically sorted
 */
export const placesOf = <S extends Step>(steps: readonly S[]): Map<string, Place> => {
  const places = new Map<string, Place>()
  for (const { id, after } of steps) {
    const before = after.flatMap((earlier) => places.get(earlier) ?? [])
    const column = Math.max(-1, ...before.map((place) => place.column)) + 1
    const taken = new Set(
      [...places.values()].filter((place) => place.column === column).map(({ row }) => row),
    )
    let row = before[0]?.row ?? 0
    while (taken.has(row)) row++
    places.set(id, { column, row })
  }
  return places
}
