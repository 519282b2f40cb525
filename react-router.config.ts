import type { Config } from '@react-router/dev/config'

import { PRERENDERED } from './web/paths.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...PRERENDERED],
} satisfies Config
