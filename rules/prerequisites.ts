/**
 * Prerequisite cycle that starts and ends at the quest; undefined if there is none.
 * @param neededBy the direct prerequisites of a quest
 */
export const findCycle = (
  quest: string,
  neededBy: (quest: string) => readonly string[],
): string[] | undefined => {
  const seen = new Set<string>()
  const walk = (from: string, path: string[]): string[] | undefined => {
    for (const next of neededBy(from)) {
      if (next === quest) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...path, next])
      if (found) return found
    }
    return undefined
  }
  return walk(quest, [quest])
}
