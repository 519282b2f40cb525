import { answerWith } from '#platform/pdf'

import { drawTranscript } from './draw-transcript.ts'

answerWith(drawTranscript)
