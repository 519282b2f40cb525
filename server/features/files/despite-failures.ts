/** Then the storage is down, not a single file refused. */
const MAX_FAILURES = 20

/**
 * Does `work` for each file, also after it has failed for others: the next run tries those again. Throws afterwards if it failed for
 * any.
 */
export const despiteFailures = async <T>(
  stored: readonly T[],
  work: (file: T) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const file of stored) {
    if (failures.length === MAX_FAILURES) break
    await work(file).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files failed`)
}
