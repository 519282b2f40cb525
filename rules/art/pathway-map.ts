type Step = { id: string; after: readonly string[] }

export type Place = { column: number; row: number }

/**
 * Where the steps of a pathway stand on its map: each one column past the last of those before it, and beside the first
 * of them where there is room. It follows from the list alone, so that a map looks the same on every visit.
 * @param steps each after those that it names
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
