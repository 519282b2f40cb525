import type { Config } from '@react-router/dev/config'

import { afterBuild } from './scripts/after-build.ts'
import { PRERENDERED } from './web/paths.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...PRERENDERED],
  buildEnd: () => afterBuild('build/client'),
} satisfies Config
