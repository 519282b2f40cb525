import { answerWith } from '#platform/thread'

import { cleanFile } from './clean.ts'

answerWith(cleanFile)
