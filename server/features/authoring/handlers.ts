import { authoring, type PersonalQuest } from '#contract/authoring'
import {
  archiveBadge,
  authoredBadge,
  changeBadge,
  createBadge,
  listAuthoredBadges,
  previewCriteria,
} from '#features/badges'
import { storeReceivedPicture } from '#features/files'
import { requireHarmless } from '#features/safety'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  type Caller,
  conflict,
  invalid,
  type Learner,
  decodeOffset,
  pageAtOffset,
  type Parts,
  serve,
} from '#platform/http'

import {
  approveDraft,
  archiveQuest,
  authoredFor,
  authorOfProposal,
  CHANGED_ELSEWHERE,
  startDraft,
  copyOf,
  discardDraft,
  EMPTY,
  fileOf,
  returnDraft,
  proposeDraft,
  saveDraft,
} from './authored.ts'
import { COVER } from './covers.ts'
import { readQuestFile } from './markdown.ts'
import {
  approveProposal,
  changeQuestFor,
  proposeQuestFor,
  withdrawProposedQuest,
  writeQuestFor,
  personalQuestsOf,
} from './personal.ts'
import { listAuthored } from './queries.ts'

/** @param scratch folder for temporary files */
export const authoringRoutes = (app: App, scratch: string): void => {
  serve(app, authoring, {
    listAuthored: async ({ db, caller, query }) => {
      const offset = decodeOffset(query.cursor)
      return pageAtOffset(offset, await listAuthored(db, { ...query, offset, caller }))
    },

    getAuthored: ({ db, caller, params }) => authoredFor(db, params.id, caller),

    beginQuest: ({ caller, body, once, clock }) =>
      once(async (db) => {
        const content = await beginningOf(db, body, caller)
        return { id: await startDraft(db, content, caller.userId, clock()) }
      }),

    saveQuest: ({ db, caller, params, body, clock }) =>
      transaction(db, (db) => saveDraft(db, params.id, body, caller, clock())),

    uploadCover: ({ caller, once, request }) =>
      storeReceivedPicture(app.parts, scratch, { request, ownerId: caller.userId, once }, COVER),

    discardDraft: ({ db, caller, params }) =>
      transaction(db, (db) => discardDraft(db, params.id, caller)),

    proposeQuest: async (call) => {
      const { db, caller, params, body, clock } = call
      // Learners with a paid plan write quests as well.
      const { content, revision } = await authoredFor(db, params.id, caller)
      if (revision !== body.revision) throw conflict(CHANGED_ELSEWHERE)
      const text = textsIn(content).join('.\n')
      await requireHarmless(call, { authorId: caller.userId, readerIds: [], text })
      return transaction(db, async (db) => {
        await proposeDraft(db, params.id, body.revision, caller, clock())
        return authoredFor(db, params.id, caller)
      })
    },

    approveQuest: ({ db, caller, params, body, audit }) =>
      transaction(db, async (db) => {
        await approveDraft(db, params.id, body.revision, caller)
        await audit(db, 'quest_published', { quest: params.id })
        return authoredFor(db, params.id, caller)
      }),

    giveQuestBack: async (call) => {
      const { db, caller, params, body, clock } = call
      const authorId = await authorOfProposal(db, params.id, caller)
      // Learners with a paid plan write quests as well.
      await requireHarmless(call, {
        authorId: caller.userId,
        readerIds: authorId === null ? [] : [authorId],
        text: body.comment,
      })
      await transaction(db, (db) => returnDraft(db, params.id, body, caller, clock()))
    },

    archiveQuest: ({ db, caller, params, audit }) =>
      transaction(db, async (db) => {
        await archiveQuest(db, params.id, caller)
        await audit(db, 'quest_archived', { quest: params.id })
      }),

    questFile: ({ db, caller, params }) => fileOf(db, params.id, caller),

    listWrittenFor: ({ db, caller, learner }) => personalQuestsOf(db, learner.id, caller.userId),

    writeQuestFor: async (call) => {
      const { caller, learner, body, once, audit } = call
      await requireHarmlessQuest(call)
      return once(async (db) => {
        const id = await writeQuestFor(db, learner.id, caller.userId, body)
        await audit(db, 'quest_written', { quest: id })
        return { id }
      })
    },

    changeQuestFor: async (call) => {
      const { db, learner, params, body, audit } = call
      await requireHarmlessQuest(call)
      return transaction(db, async (db) => {
        await changeQuestFor(db, learner.id, params.quest_id, body)
        await audit(db, 'quest_written', { quest: params.quest_id })
        return { id: params.quest_id }
      })
    },

    proposeQuestFor: async (call) => {
      const { caller, learner, body, once, clock } = call
      await requireHarmlessQuest(call)
      return once(async (db) => ({
        id: await proposeQuestFor(db, learner.id, caller.userId, body, clock()),
      }))
    },

    approveProposal: async (call) => {
      const { db, learner, params, body, audit } = call
      await requireHarmlessQuest(call)
      return transaction(db, async (db) => {
        await approveProposal(db, learner.id, params.quest_id, body)
        await audit(db, 'quest_written', { quest: params.quest_id })
        return { id: params.quest_id }
      })
    },

    withdrawProposedQuest: ({ db, caller, learner, params }) =>
      transaction(db, (db) =>
        withdrawProposedQuest(
          db,
          learner.id,
          params.quest_id,
          learner.relation === 'advisor' ? undefined : caller.userId,
        ),
      ),

    listAuthoredBadges: ({ db, caller, query }) => listAuthoredBadges(db, query, caller),

    getAuthoredBadge: ({ db, caller, params }) => authoredBadge(db, params.id, caller),

    createBadge: ({ caller, body, once, audit }) =>
      once(async (db) => {
        const badge = await createBadge(db, body, caller)
        if (body.publish) await audit(db, 'badge_published', { badge: badge.id })
        return badge
      }),

    changeBadge: ({ db, caller, params, body, audit }) =>
      transaction(db, async (db) => {
        const badge = await changeBadge(db, params.id, body, caller)
        if (body.publish) await audit(db, 'badge_published', { badge: badge.id })
        return badge
      }),

    archiveBadge: ({ db, caller, params, audit }) =>
      transaction(db, async (db) => {
        await archiveBadge(db, params.id, caller)
        await audit(db, 'badge_archived', { badge: params.id })
      }),

    previewCriteria: ({ db, body }) => previewCriteria(db, body.criteria),
  })
}

const beginningOf = (
  db: Db,
  { copy_of, markdown }: { copy_of?: string | undefined; markdown?: string | undefined },
  caller: Caller,
) => {
  if (copy_of !== undefined && markdown !== undefined) {
    throw invalid('Please choose just one way to start.')
  }
  if (copy_of !== undefined) return copyOf(db, copy_of, caller)
  return markdown === undefined ? EMPTY : readQuestFile(db, markdown, caller.userId)
}

const ID = /^[0-9a-f-]{36}$/

/** All texts in a draft, in any of its parts. */
const textsIn = (part: unknown): string[] => {
  if (typeof part === 'string') return part === '' || ID.test(part) ? [] : [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : []
}

/** Moderates quests that are written for one learner: the learner, advisors and the family read them. */
const requireHarmlessQuest = async ({
  caller,
  learner,
  body: { title, description, tasks },
  ...parts
}: Parts & { caller: Caller; learner: Learner; body: PersonalQuest }): Promise<void> => {
  const words = [title, description, ...tasks.flatMap((task) => [task.title, task.instructions])]
  const text = words.filter((each) => each !== '').join('.\n')
  await requireHarmless(parts, {
    authorId: caller.userId,
    readerIds: [learner.id],
    text,
    hidesHousehold: learner.relation === 'guardian',
  })
}
