import { answerWith } from '#platform/thread'

import { drawTranscript } from './draw-transcript.ts'

answerWith(drawTranscript)
