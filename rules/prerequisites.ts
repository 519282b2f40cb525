/**
 * The way on which a quest comes to ask for itself, from the quest back to it; undefined when it does not.
 * @param neededBy the quests that another one asks for
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
