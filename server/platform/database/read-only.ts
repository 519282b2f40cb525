import { type KyselyPlugin, SelectQueryNode } from 'kysely'

import type { Db } from './open-database.ts'

/** A handle for calls that a replica may answer: writes fail on every site, even without a replica. */
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
