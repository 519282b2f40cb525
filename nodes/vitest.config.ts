import path from 'node:path'

import { defineConfig } from 'vitest/config'

// npm run test:nodes: one site on several servers, with sequential tests.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    include: ['nodes/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 1,
  },
})
