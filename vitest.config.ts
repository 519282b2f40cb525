import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['e2e/**', 'nodes/**', 'build/**', 'data/**', 'node_modules/**'],
    environment: 'node',
    globalSetup: ['testing/database-server.ts'],
    // One more than processors: a test waits for its database half of the time.
    maxWorkers: 3,
    // The files of a worker import everything once: a third of the time. As two sites in one process, they share nothing else.
    isolate: false,
    // Ends what hangs. How fast something is, bench/ measures.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
