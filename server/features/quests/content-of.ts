import type { QuestContent } from '#contract/authoring'
import type { CatalogQuest } from '#features/catalog'

/** The author's content of a published quest, to start its next version or a copy. */
export const contentOf = (quest: CatalogQuest): QuestContent => ({
  title: quest.title,
  summary: quest.summary,
  big_idea: quest.big_idea,
  description: quest.description,
  estimated_hours: quest.estimated_hours,
  span_days: quest.span_days,
  age_min: quest.age_min,
  age_max: quest.age_max,
  materials: quest.materials,
  safety: quest.safety,
  rubric: quest.rubric.map(({ tasks = [], ...criterion }) => ({ ...criterion, tasks })),
  example: quest.example,
  for_adults: quest.for_adults,
  hints: quest.hints,
  weeks: quest.weeks,
  repeatable: quest.repeatable,
  cover_motif: quest.cover_motif,
  cover_file_id: quest.cover_file_id,
  prerequisites: quest.prerequisites.map(({ id }) => id),
  tasks: quest.tasks.map(
    ({ id, title, instructions, pillar, xp, required, evidence, subjects, practice, week }) => ({
      key: id,
      title,
      instructions,
      pillar,
      xp,
      required,
      evidence,
      subjects,
      practice,
      week,
    }),
  ),
})
