import { defineConfig } from 'vitest/config'

// npm run test:nodes: one site on several servers, in tests that follow one another.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 1,
  },
})
