import { type KyselyPlugin, SelectQueryNode } from 'kysely'

import type { Db } from './open-database.ts'

/**
 * A handle for calls that may be answered by a replica: what writes fails on every site, and not only where there is a replica.
 */
export const readOnly = (db: Db): Db => db.withPlugin(refuseWrites)

const refuseWrites: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (!SelectQueryNode.is(node) && node.kind !== 'RawNode') {
      throw new TypeError('What may be read from a replica must not write.')
    }
    return node
  },
  transformResult: async ({ result }) => result,
}
