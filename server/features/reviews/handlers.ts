import { type DecisionResult, reviews } from '#contract/reviews'
import { lockLearner } from '#features/learners'
import {
  reportCrisesInWork,
  requireHarmlessReply,
  storeOrReport,
  withholdAnswersAboutHome,
} from '#features/safety'
import type { AuditAction } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  type Caller,
  DomainError,
  type Learners,
  pageAfter,
  encodeRowCursor,
  decodeRowCursor,
  serve,
} from '#platform/http'
import type { Decision } from '#rules/decision'

import { claim, listOpened, markOpened, release, renewClaim } from './claims.ts'
import {
  deleteSavedComment,
  listSavedComments,
  saveComment,
  searchPastComments,
} from './comment-bank.ts'
import { answer, ask, listConversations, listOwnReplies } from './conversation.ts'
import { decide, reopen, undo } from './decide.ts'
import { commentAsFamily, listFamilyComments } from './family-comment.ts'
import { finalizeAndNotify, type PendingDecisions } from './finalize.ts'
import { findReview, saveDraft, undoUntil } from './piece.ts'
import { listWaiting, summarise, usualWait } from './queue.ts'

const QUEUE = 'decisions'
export const reviewRoutes = (app: App): void => {
  const { clock, config, jobs } = app.parts
  const undoSeconds = config.UNDO_SECONDS
  jobs.work<PendingDecisions>(QUEUE, (due) => finalizeAndNotify(app.parts, due))

  /** Decides, and schedules external effects for when the decision can no longer be undone. `db` is a transaction. */
  const decideAndWait = async (
    db: Db,
    attemptId: string,
    { caller, learnerId, now }: { caller: Caller; learnerId: string; now: Date },
    given: Parameters<typeof decide>[3],
  ): Promise<DecisionResult> => {
    const decided = await decide(db, attemptId, { deciderId: caller.userId, now }, given)
    await withholdAnswersAboutHome(app.parts, db, {
      learnerId,
      attemptId,
      authorId: caller.userId,
      texts: wordsOf(given),
    })
    const due: PendingDecisions = { about: learnerId, upTo: now.toISOString() }
    await jobs.enqueue(db, QUEUE, due, { after: undoSeconds })
    return { ...decided, undo_until: undoUntil(now.toISOString(), undoSeconds, now) }
  }

  serve(app, reviews, {
    listReviews: async ({ db, caller, query }) => {
      const { cursor, limit, ...filters } = query
      const page = { after: decodeRowCursor(cursor), limit: limit + 1, now: clock() }
      const rows = await listWaiting(db, caller.userId, filters, page)
      return pageAfter(rows, limit, encodeRowCursor)
    },

    reviewSummary: ({ db, caller }) => summarise(db, caller.userId, clock()),

    acceptSeveral: async ({ db, caller, body, once, learners, audit }) => {
      const wanted = [...new Set(body.ids)]
      const admitted = new Map<string, Admission>()
      for (const id of wanted) admitted.set(id, await admission(learners, caller, id))
      const opened = await listOpened(db, caller.userId, wanted)
      const now = clock()
      const acceptOne = async (db: Db, id: string): Promise<string | null> => {
        const { learnerId, refusal } = admitted.get(id) ?? {}
        if (!learnerId) return refusal ?? 'Not found.'
        if (!opened.has(id)) return 'You haven’t opened this piece yet.'
        const given = { decision: 'accepted' as const }
        const refused = await refusalOf(() =>
          decideAndWait(db, id, { caller, learnerId, now }, given),
        )
        if (refused !== null) return refused
        await audit(db, 'work_accepted', { attempt: id }, learnerId)
        return null
      }
      return once(async (db) => {
        const outcomes = []
        for (const id of wanted) {
          const message = await acceptOne(db, id)
          outcomes.push({ id, accepted: message === null, message })
        }
        return { outcomes }
      })
    },

    getReview: ({ db, caller, params, query }) =>
      findReview(db, params.id, query, { advisorId: caller.userId, now: clock(), undoSeconds }),

    claimReview: ({ db, caller, learner, params }) =>
      transaction(db, async (db) => {
        const claiming = { attemptId: params.id, advisorId: caller.userId, now: clock() }
        await markOpened(db, claiming)
        await lockLearner(db, learner.id)
        return { claimed_by: { ...(await claim(db, claiming)), is_own: true } }
      }),

    releaseReview: ({ db, caller, learner, params }) =>
      transaction(db, async (db) => {
        await lockLearner(db, learner.id)
        await release(db, params.id, caller.userId)
      }),

    saveFeedback: async ({ db, caller, params, body }) => {
      const saving = { attemptId: params.id, advisorId: caller.userId, now: clock() }
      const saved = await saveDraft(db, saving, body)
      await renewClaim(db, saving)
      return saved
    },

    decide: async ({ db, caller, learner, params, body, once, audit }) => {
      await requireHarmlessReply(app.parts, {
        learnerId: learner.id,
        attemptId: params.id,
        authorId: caller.userId,
        before: () => listOwnReplies(db, params.id, caller.userId),
        texts: [...wordsOf(body), ...quotesOf(body)],
      })
      return once(async (db) => {
        const about = { caller, learnerId: learner.id, now: clock() }
        const decided = await decideAndWait(db, params.id, about, body)
        await audit(db, DECIDED[body.decision], { attempt: params.id })
        return decided
      })
    },

    undoDecision: ({ db, caller, params, audit }) =>
      transaction(db, async (db) => {
        await undo(db, params.id, { deciderId: caller.userId, now: clock(), undoSeconds })
        await audit(db, 'decision_undone', { attempt: params.id })
        return { id: params.id, state: 'submitted' as const, undo_until: null }
      }),

    reopenReview: async ({ db, caller, learner, params, body, audit }) => {
      const reply = {
        learnerId: learner.id,
        attemptId: params.id,
        authorId: caller.userId,
        before: () => listOwnReplies(db, params.id, caller.userId),
        texts: [body.reason],
      }
      await requireHarmlessReply(app.parts, reply)
      return transaction(db, async (db) => {
        const by = { deciderId: caller.userId, now: clock(), reason: body.reason }
        const stands_on = await reopen(db, params.id, by)
        await withholdAnswersAboutHome(app.parts, db, reply)
        await audit(db, 'acceptance_taken_back', { attempt: params.id })
        return { id: params.id, state: 'submitted' as const, undo_until: null, stands_on }
      })
    },

    ask: async ({ db, caller, learner, params, body, once }) => {
      const reply = {
        learnerId: learner.id,
        attemptId: params.id,
        authorId: caller.userId,
        before: () => listOwnReplies(db, params.id, caller.userId),
        texts: [body.words],
      }
      await requireHarmlessReply(app.parts, reply)
      return once(async (db) => {
        const said = { authorId: caller.userId, words: body.words, now: clock() }
        const conversation = await ask(db, params.id, said)
        await withholdAnswersAboutHome(app.parts, db, reply)
        return conversation
      })
    },

    getFeedback: async ({ db, learner, params }) => {
      const items = await listConversations(db, (where) =>
        where.and([
          where('attempts.learner_id', '=', learner.id),
          where('attempts.quest_id', '=', params.id),
          where('attempts.state', '<>', 'withdrawn'),
        ]),
      )
      const isWaiting = items.some(({ turn }) => turn === 'advisor')
      return { items, usual_wait: isWaiting ? await usualWait(db, learner.id, clock()) : null }
    },

    answer: async ({ caller, params, body, once }) => {
      const store = async (db: Db) => {
        const said = { authorId: caller.userId, words: body.words, now: clock() }
        const before = await listOwnReplies(db, params.id, caller.userId)
        const conversation = await answer(db, params.id, said)
        await reportCrisesInWork(app.parts, db, {
          learnerId: caller.userId,
          attemptId: params.id,
          before,
          texts: [body.words],
        })
        return conversation
      }
      const call = { authorId: caller.userId, text: body.words }
      return storeOrReport(app.parts, call, () => once(store))
    },

    commentAsFamily: async ({ db, caller, learner, params, body, once }) => {
      const comment = {
        guardianId: caller.userId,
        learnerId: learner.id,
        attemptId: params.id,
        words: body.words,
      }
      await requireHarmlessReply(app.parts, {
        learnerId: learner.id,
        attemptId: params.id,
        authorId: caller.userId,
        before: () => listOwnReplies(db, params.id, caller.userId),
        texts: [body.words],
      })
      return once((db) => commentAsFamily(app.parts, db, comment))
    },

    listFamilyComments: async ({ db, caller, learner }) => ({
      items: await listFamilyComments(db, { guardianId: caller.userId, learnerId: learner.id }),
    }),

    listSavedComments: async ({ db, caller }) => ({
      items: await listSavedComments(db, caller.userId),
    }),

    saveComment: ({ caller, body, once }) =>
      once((db) => saveComment(db, caller.userId, body.words)),

    deleteSavedComment: ({ db, caller, params }) =>
      deleteSavedComment(db, caller.userId, params.id),

    searchPastComments: async ({ db, caller, query }) => ({
      items: await searchPastComments(db, caller.userId, query.search),
    }),
  })
}

type Feedback = Pick<Parameters<typeof decide>[3], 'comment' | 'annotations' | 'subjects_because'>

/** Texts that a decision's author has written. */
const wordsOf = ({ comment = '', annotations = [], subjects_because = '' }: Feedback): string[] => [
  comment,
  subjects_because,
  ...annotations.map((each) => each.comment),
]

/** Passages that a decision quotes. Only its author vouches that they are in the work. */
const quotesOf = ({ annotations = [] }: Feedback): string[] =>
  annotations.flatMap(({ selector }) =>
    selector.type === 'TextQuoteSelector'
      ? [`${selector.prefix ?? ''}${selector.exact}${selector.suffix ?? ''}`]
      : [],
  )

const DECIDED = {
  accepted: 'work_accepted',
  returned: 'work_returned',
} as const satisfies Record<Decision, AuditAction>

/** The learner of a submission on which the caller may decide, or the reason for a refusal. */
type Admission = { learnerId?: string; refusal?: string }

const admission = async (learners: Learners, caller: Caller, id: string): Promise<Admission> => {
  let learnerId: string | undefined
  const refusal = await refusalOf(async () => {
    learnerId = (await learners.authorize(caller, { record: 'attempt', id }, 'decide')).id
  })
  return refusal === null && learnerId ? { learnerId } : { refusal: refusal ?? 'Not found.' }
}

/** Returns the reason why an operation failed, as a sentence; null on success. */
const refusalOf = async (effect: () => Promise<unknown>): Promise<string | null> => {
  try {
    await effect()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
