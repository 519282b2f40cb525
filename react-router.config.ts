import type { Config } from '@react-router/dev/config'

import { afterBuild } from './scripts/after-build.ts'
import { listPages } from './scripts/built-app.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: async () =>
    (await listPages()).filter(({ handle }) => handle.prerender).map(({ pattern }) => pattern),
  buildEnd: () => afterBuild('build/client'),
} satisfies Config
