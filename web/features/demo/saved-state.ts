import * as z from 'zod/mini'

import {
  DEMO_PERSONAS,
  DEMO_VISIBILITIES,
  type DemoQuest,
  type DemoState,
  isConsistent,
  LAST_STEP,
} from '#rules/demo'
import { TIERS } from '#rules/tiers'

const points = z.int().check(z.minimum(0))
const Earned = z.strictObject({
  creativity: points,
  critical_thinking: points,
  practical_skills: points,
  communication: points,
  cultural_literacy: points,
})
const time = z.iso.datetime()

const Saved: z.ZodMiniType<DemoState> = z.strictObject({
  persona: z.nullable(z.enum(DEMO_PERSONAS)),
  showAccreditedOption: z.boolean(),
  currentStep: z.int().check(z.minimum(0), z.maximum(LAST_STEP)),
  selectedQuest: z.nullable(z.string()),
  selectedQuests: z.array(z.string()),
  completedTasks: z.array(
    z.strictObject({ taskId: z.string(), evidence: z.string(), timestamp: time }),
  ),
  earnedXP: Earned,
  userInputs: z.strictObject({ name: z.string(), learnerName: z.string(), interests: z.string() }),
  generatedDiploma: z.nullable(
    z.strictObject({
      name: z.string(),
      completedQuest: z.array(z.string()),
      earnedXP: Earned,
      totalXP: points,
      timestamp: time,
      isAccredited: z.boolean(),
    }),
  ),
  subscriptionTier: z.enum(TIERS),
  submittedWork: z.array(
    z.strictObject({
      questId: z.string(),
      taskId: z.string(),
      work: z.string(),
      visibility: z.enum(DEMO_VISIBILITIES),
      timestamp: time,
    }),
  ),
  interactions: z.array(z.strictObject({ type: z.string(), timestamp: time })),
})

/** Parses a tab's saved state. Undefined if it is corrupt or belongs to other quests, in which case the demo starts over. */
export const readDemoState = (
  text: string,
  quests: readonly DemoQuest[],
): DemoState | undefined => {
  try {
    const parsed = Saved.safeParse(JSON.parse(text))
    return parsed.success && isConsistent(quests, parsed.data) ? parsed.data : undefined
  } catch {
    return undefined
  }
}
