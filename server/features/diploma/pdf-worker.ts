import { answerWith } from '#platform/pdf'

import { drawDiploma } from './draw-diploma.ts'

answerWith(drawDiploma)
