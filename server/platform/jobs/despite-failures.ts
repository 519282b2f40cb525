/** Then something that all need is down, such as the storage. */
const MAX_FAILURES = 20

/**
 * Does `work` for each item, also after it has failed for others: the next run tries those again. Throws afterwards if it failed for
 * any.
 * @param what of the error's message, in the plural
 */
export const despiteFailures = async <T>(
  items: readonly T[],
  what: string,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) {
    if (failures.length === MAX_FAILURES) break
    await work(item).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${what} failed`)
}
