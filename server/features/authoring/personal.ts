import { randomUUID } from 'node:crypto'

import type {
  PersonalQuest,
  QuestContent,
  PersonalQuestsReply,
  PersonalQuestContent,
} from '#contract/authoring'
import type { StoredQuest } from '#features/catalog'
import { lockLearner } from '#features/learners'
import { storeOwnQuest } from '#features/quests'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { EVIDENCE_KINDS } from '#rules/quest-limits'

import {
  countDrafts,
  deleteDraft,
  findDraftForUpdate,
  findPersonalQuests,
  insertDraft,
} from './queries.ts'

const MAX_PROPOSALS = 20

const AGES = { age_min: 5, age_max: 19 }

/** Fields that a personal quest does not set: their previous values or defaults. */
const contentFor = ({ tasks, ...personal }: PersonalQuest, before?: StoredQuest): QuestContent => ({
  summary: before?.summary ?? '',
  big_idea: before?.big_idea ?? '',
  age_min: before?.age_min ?? AGES.age_min,
  age_max: before?.age_max ?? AGES.age_max,
  materials: before?.materials ?? '',
  safety: before?.safety ?? '',
  rubric: (before?.rubric ?? []).map(({ tasks = [], ...each }) => ({ ...each, tasks })),
  example: before?.example ?? '',
  for_adults: before?.for_adults ?? '',
  hints: before?.hints ?? '',
  weeks: before?.weeks ?? [],
  repeatable: false,
  cover_motif: before?.cover_motif ?? null,
  cover_file_id: before?.cover_file_id ?? null,
  prerequisites: before?.prerequisites.map(({ id }) => id) ?? [],
  ...personal,
  tasks: tasks.map(({ key = randomUUID(), ...task }) => {
    const was = before?.tasks.find(({ id }) => id === key)
    return {
      ...task,
      key,
      week: was?.week ?? null,
      required: was?.required ?? true,
      evidence: was?.evidence ?? [...EVIDENCE_KINDS],
      practice: was?.practice ?? null,
    }
  }),
})

/** Creates a quest for one learner. `db` is a transaction. */
export const writeQuestFor = async (
  db: Db,
  learnerId: string,
  authorId: string,
  quest: PersonalQuest,
): Promise<string> => {
  await lockLearner(db, learnerId)
  const id = randomUUID()
  await storeOwnQuest(db, learnerId, id, contentFor(quest), { author_id: authorId })
  return id
}

/** Creates the next version of a learner's own quest. `db` is a transaction. */
export const changeQuestFor = async (
  db: Db,
  learnerId: string,
  questId: string,
  quest: PersonalQuest,
): Promise<void> => {
  await lockLearner(db, learnerId)
  const { quests } = await findPersonalQuests(db, learnerId)
  const before = quests.find(({ id }) => id === questId)
  if (!before) throw notFound()
  await storeOwnQuest(db, learnerId, questId, contentFor(quest, before), {})
}

/** Proposes a quest for a learner. `db` is a transaction. */
export const proposeQuestFor = async (
  db: Db,
  learnerId: string,
  authorId: string,
  quest: PersonalQuest,
  now: Date,
): Promise<string> => {
  await lockLearner(db, learnerId)
  if ((await countDrafts(db, { learner_id: learnerId })) >= MAX_PROPOSALS) {
    throw conflict(
      `${MAX_PROPOSALS} proposals are waiting for an answer. Please wait until some have been answered.`,
    )
  }
  const questId = randomUUID()
  await insertDraft(db, { questId, authorId, learnerId, state: 'proposed', content: quest, now })
  return questId
}

const requireProposal = async (db: Db, learnerId: string, questId: string) => {
  const proposal = await findDraftForUpdate(db, questId)
  if (proposal?.learner_id !== learnerId) throw notFound()
  return proposal
}

/** Publishes a proposal, with its changes, as the learner's quest; its author stays the same. `db` is a transaction. */
export const approveProposal = async (
  db: Db,
  learnerId: string,
  questId: string,
  quest: PersonalQuest,
): Promise<void> => {
  await lockLearner(db, learnerId)
  const { author_id } = await requireProposal(db, learnerId, questId)
  await storeOwnQuest(db, learnerId, questId, contentFor(quest), { author_id })
  await deleteDraft(db, questId)
}

/** @param by undefined if the caller may withdraw any proposal */
export const withdrawProposedQuest = async (
  db: Db,
  learnerId: string,
  questId: string,
  by: string | undefined,
): Promise<void> => {
  const { author_id } = await requireProposal(db, learnerId, questId)
  if (by !== undefined && by !== author_id) throw notFound()
  await deleteDraft(db, questId)
}

/** @param callerId marks this person's own proposals */
export const personalQuestsOf = async (
  db: Db,
  learnerId: string,
  callerId: string,
): Promise<PersonalQuestsReply> => {
  const { quests, proposals } = await findPersonalQuests(db, learnerId)
  return {
    quests: quests.map((quest) => ({
      id: quest.id,
      author: quest.author,
      quest: {
        title: quest.title,
        description: quest.description,
        estimated_hours: quest.estimated_hours,
        span_days: quest.span_days,
        tasks: quest.tasks
          .filter(({ retired }) => !retired)
          .map(({ id, title, instructions, pillar, xp, subjects }) => ({
            key: id,
            title,
            instructions,
            pillar,
            xp,
            subjects,
          })),
      },
    })),
    proposals: proposals.map(({ quest_id, author, author_id, changed_at, content }) => ({
      id: quest_id,
      author,
      mine: author_id === callerId,
      changed_at,
      // Validated before it was stored.
      quest: content as PersonalQuestContent,
    })),
  }
}
