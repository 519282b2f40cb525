import { answerWith } from '#platform/thread'

import { drawDiploma } from './draw-diploma.ts'

answerWith(drawDiploma)
