import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['e2e/**', 'nodes/**', 'build/**', 'data/**', 'node_modules/**'],
    environment: 'node',
    globalSetup: ['testing/database-server.ts'],
    // One more than CPUs: tests wait for their database half of the time.
    maxWorkers: 3,
    // Files of a worker share imports, which takes a third of the time. Like two sites in one process, they share nothing
    // else.
    isolate: false,
    // Ends hanging tests. Performance is measured in bench/.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
