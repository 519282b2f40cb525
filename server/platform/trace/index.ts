import { AsyncLocalStorage } from 'node:async_hooks'

/** A request or job, and its database statistics so far. */
export type Trace = {
  /** Name in logs, statements and metrics: `{ request_id, method, route }`, or `{ job }`. */
  readonly name: Readonly<Record<string, string>>
  /** True if its statements cover all people and may take long. */
  readonly isLong: boolean
  /** Number of executions per statement. */
  readonly statements: Map<string, number>
  /** Total wait for the database. */
  databaseMs: number
  slowStatements: number
}

const current = new AsyncLocalStorage<Trace>()

export const newTrace = (name: Trace['name'], { isLong = false } = {}): Trace => ({
  name,
  isLong,
  statements: new Map(),
  databaseMs: 0,
  slowStatements: 0,
})

/** Runs `work`, and everything it starts, as part of `trace`. */
export const withTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** Total number of statements. */
export const countStatements = ({ statements }: Trace): number =>
  statements.values().reduce((total, times) => total + times, 0)

/** The trace of the current code; undefined in commands, which have a single purpose. */
export const currentTrace = (): Trace | undefined => current.getStore()

/**
 * Formats a comment for statements, by the rules of sqlcommenter: `request_id='…',route='…'`. Values are percent-encoded, so that
 * they cannot end the comment.
 */
export const asComment = ({ name }: Trace): string => {
  const pairs = Object.entries(name).map(
    ([key, value]) => `${key}='${encodeURIComponent(value).replace(/['*]/g, percentEncoded)}'`,
  )
  return `/*${pairs.toSorted().join(',')}*/`
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
