import { isTransactionConflict } from './database-errors.ts'

const MAX_ATTEMPTS = 3

/** Runs again what PostgreSQL rolled back because of another transaction. `work` must be a whole transaction. */
export const retryConflicts = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransactionConflict(error)) throw error
    }
  }
}
