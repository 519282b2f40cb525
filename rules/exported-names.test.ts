import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const EXPORT = /^export (?:const|type|function) (\w+)/gm

test('no two files of the contract and the rules export the same name', () => {
  const files = new Map<string, string[]>()
  for (const file of globSync('{contract,rules}/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    const names = readFileSync(file, 'utf8').matchAll(EXPORT)
    for (const name of new Set([...names].map(([, name]) => name!))) {
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  expect(files.size).toBeGreaterThan(500)
  expect([...files].filter(([, exporters]) => exporters.length > 1)).toEqual([])
})
