const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Fields of a record that differ from another’s. */
export const changedFields = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof T])),
  ) as Partial<T>
