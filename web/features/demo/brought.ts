import * as z from 'zod/mini'

import { DEMO_PERSONAS } from '#rules/demo'

import { readSavedDemo } from './saved.ts'

const Brought = z.object({
  persona: z.nullable(z.enum(DEMO_PERSONAS)),
  userInputs: z.object({ name: z.string(), interests: z.string() }),
})

/** Answers from the demo in this tab, so that nobody types them twice. */
export const readDemoInputs = () => {
  try {
    const { persona, userInputs } = Brought.parse(JSON.parse(readSavedDemo() ?? ''))
    return {
      name: userInputs.name.trim(),
      interests: userInputs.interests.trim(),
      isParent: persona === 'parent',
    }
  } catch {
    return undefined
  }
}
