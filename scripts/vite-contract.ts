import type { Plugin } from 'vite'

import type { Endpoint } from '../contract/endpoint.ts'
import { TABLES } from '../contract/tables.ts'

const MODULE = /\/contract\/tables\.ts$/

/** Method and path of an endpoint, and how its input names the learner. */
const slim = ({ method, path, learner }: Endpoint) => ({
  method,
  path,
  ...(learner && { learner: { from: learner.from } }),
})

/** Leaves out of the built web app what only the server uses of its endpoint tables (docs/decisions/0108). */
export const slimContract = (): Plugin => {
  let isDone = false
  return {
    name: 'lodestar-contract',
    apply: 'build',
    load(id) {
      if (!MODULE.test(id)) return undefined
      isDone = true
      const tables = Object.entries(TABLES).map(([name, table]) => [
        name,
        Object.fromEntries(Object.entries(table).map(([call, endpoint]) => [call, slim(endpoint)])),
      ])
      return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables))}`
    },
    buildEnd(error) {
      const isClient = this.environment.name === 'client'
      if (!error && isClient && !isDone)
        this.error('The endpoint tables are elsewhere than they were.')
    },
  }
}
