import path from 'node:path'

import { defineConfig } from 'vitest/config'

// npm run test:nodes: one site on several servers, with sequential tests.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    include: ['nodes/*.test.ts'],
    fileParallelism: false,
    // Only what hangs is ended: several servers start on a machine that may be busy.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    bail: 1,
  },
})
