import { AsyncLocalStorage } from 'node:async_hooks'

/** One request, or one job of the program's own, and what it has asked of the database so far. */
export type Trace = {
  /** What it is called in logs, statements and metrics: `{ request_id, method, route }`, or `{ job }`. */
  readonly name: Readonly<Record<string, string>>
  /** Whether its statements are about everybody at once, so that they may take long. */
  readonly isLong: boolean
  /** How often each statement was run. */
  readonly statements: Map<string, number>
  /** Spent waiting for the database, statement by statement. */
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

/** Runs `work` as part of `trace`, with everything that it begins. */
export const withTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** How many statements that was, all in all. */
export const countStatements = ({ statements }: Trace): number =>
  statements.values().reduce((total, times) => total + times, 0)

/** What is being done right now, on whose behalf a statement runs; undefined in commands, which do one thing. */
export const currentTrace = (): Trace | undefined => current.getStore()

/**
 * As a comment behind a statement, by the rules of sqlcommenter: `request_id='…',route='…'`. Values are percent-encoded, so that none
 * can end the comment or begin another.
 */
export const asComment = ({ name }: Trace): string => {
  const pairs = Object.entries(name).map(
    ([key, value]) => `${key}='${encodeURIComponent(value).replace(/['*]/g, percentEncoded)}'`,
  )
  return `/*${pairs.toSorted().join(',')}*/`
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
