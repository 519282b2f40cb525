import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'

import type { Db } from './open-database.ts'

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What stands in a statement for a value that comes later. */
export type Param<V> = <N extends keyof V & string>(name: N) => RawBuilder<V[N]>

/**
 * Builds and compiles a query on first use; later calls only bind values. Building a large query takes as long as running it.
 * Conditions that depend on a value must be expressed in SQL.
 */
export const preparedQuery = <V extends Record<string, unknown>, R>(
  build: (db: Db, param: Param<V>) => Compilable<R>,
): ((db: Db, values: V) => Promise<R[]>) => {
  let compiled: CompiledQuery<R> | undefined
  return async (db, values) => {
    compiled ??= build(db, (name) => sql`${new Slot(name)}`).compile()
    const parameters = compiled.parameters.map((each) =>
      each instanceof Slot ? values[each.name] : each,
    )
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
    return rows
  }
}
