import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type * as z from 'zod/mini'

import type { AUTHORED_LISTS, AuthoredCard, DraftContent } from '#contract/authoring'
import { catalogVersion, questsFor, type StoredQuest } from '#features/catalog'
import { mayPublish } from '#features/learners'
import type { DB, Db } from '#platform/database'
import { isStaff, passesGuard } from '#rules/membership'

export type Draft = {
  quest_id: string
  author_id: string
  author: string
  state: 'draft' | 'proposed'
  comment: string | null
  revision: number
  content: z.output<typeof DraftContent>
}

export type AuthoredRow = { catalog_version: string; draft: Draft | null; begun: number }

const eb = expressionBuilder<DB>()

const draftColumns = [
  'quest_drafts.quest_id',
  'quest_drafts.author_id',
  'quest_drafts.state',
  'quest_drafts.comment',
  'quest_drafts.revision',
  'quest_drafts.content',
] as const

/**
 * As `publicName`: who was a minor at this time, or may have been, appears with first name and initial. What a minor has published goes
 * on without the surname.
 */
const authorNameAt = (time: RawBuilder<unknown>) => sql<string>`accounts.first_name || ' ' || case
  when coalesce(accounts.date_of_birth > ${time} - interval '18 years', not accounts.declared_adult) then left(accounts.last_name, 1) || '.'
  else accounts.last_name end`

const draftsWithAuthor = eb
  .selectFrom('quest_drafts')
  .innerJoin('accounts', 'accounts.id', 'quest_drafts.author_id')
  .select([...draftColumns, authorNameAt(sql`current_date`).as('author')])

/** Data about a quest outside the catalog; excludes quests for a single learner. */
export const findAuthoredRow = (db: Db, id: string): Promise<AuthoredRow> =>
  db
    .selectNoFrom((select) => [
      catalogVersion.as('catalog_version'),
      jsonObjectFrom(
        draftsWithAuthor
          .where('quest_drafts.quest_id', '=', id)
          .where('quest_drafts.learner_id', 'is', null),
      ).as('draft'),
      select
        .selectFrom('enrollments')
        .select(({ fn }) => fn.countAll<number>().as('begun'))
        .where('quest_id', '=', id)
        .where('state', '=', 'active')
        .as('begun'),
    ])
    .$castTo<AuthoredRow>()
    .executeTakeFirstOrThrow()

type QuestFilters = {
  show: (typeof AUTHORED_LISTS)[number]
  search?: string | undefined
  limit: number
  offset: number
  caller: { userId: string; role: string }
}

/** Quests and drafts in one list, most recently changed first. */
export const listAuthored = async (
  db: Db,
  { show, search = '', limit, offset, caller }: QuestFilters,
): Promise<{ items: AuthoredCard[]; total: number }> => {
  const rows = await db
    .selectFrom(
      db.selectFrom('quests').selectAll().where('quests.learner_id', 'is', null).as('quest'),
    )
    .fullJoin(
      db
        .selectFrom('quest_drafts')
        .selectAll()
        .where('quest_drafts.learner_id', 'is', null)
        // The library shows what is published: somebody's draft of a next version is private.
        .where(({ eb, lit }) => eb(lit(show !== 'library'), '=', true))
        .as('draft'),
      'draft.quest_id',
      'quest.id',
    )
    .leftJoin('accounts', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('accounts.id', '=', fn.coalesce(ref('draft.author_id'), ref('quest.author_id'))),
      ),
    )
    .select(({ eb, fn, lit, ref }) => [
      fn.coalesce(ref('draft.quest_id'), ref('quest.id')).$castTo<string>().as('id'),
      sql<string>`coalesce(nullif(draft.content->>'title', ''), quest.title, '')`.as('title'),
      sql<string>`coalesce(draft.content->>'summary', quest.summary, '')`.as('summary'),
      fn
        .coalesce(ref('draft.state'), ref('quest.status'))
        .$castTo<AuthoredCard['state']>()
        .as('state'),
      'quest.version',
      authorNameAt(sql`coalesce(quest.created_at, now())`)
        .$castTo<string | null>()
        .as('author'),
      fn.coalesce(eb('accounts.id', '=', caller.userId), lit(false)).as('mine'),
      eb
        .and([eb('draft.state', '=', 'draft'), eb('draft.comment', 'is not', null)])
        .as('given_back'),
      fn<string>('iso', [fn.coalesce('draft.updated_at', 'quest.created_at')]).as('changed_at'),
      fn.countAll<number>().over().as('total'),
    ])
    .where(({ and, eb, lit, or }) => {
      if (show === 'library') return eb('quest.status', '=', 'published')
      if (show === 'mine') {
        return or([
          eb('draft.author_id', '=', caller.userId),
          eb('quest.author_id', '=', caller.userId),
        ])
      }
      // Learners with a paid plan write quests as well, but approve none.
      if (!isStaff(caller.role)) return lit<boolean>(false)
      const proposed = eb('draft.state', '=', 'proposed')
      if (passesGuard('admin', caller.role)) return proposed
      return and([proposed, eb('draft.author_id', '<>', caller.userId)])
    })
    .where(({ eb }) =>
      eb(
        sql<string>`lower(coalesce(draft.content->>'title', '') || ' ' || coalesce(quest.title, ''))`,
        'like',
        `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
      ),
    )
    .orderBy(({ fn }) => fn.coalesce('draft.updated_at', 'quest.created_at'), 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    items: rows.map(({ total: _, given_back, mine, ...row }) => ({
      ...row,
      mine: Boolean(mine),
      given_back: Boolean(given_back),
    })),
    total: rows[0]?.total ?? offset,
  }
}

/** Locked until the transaction ends. */
export const findDraftForUpdate = (db: Db, questId: string) =>
  db
    .selectFrom('quest_drafts')
    .select([...draftColumns, 'learner_id'])
    .where('quest_id', '=', questId)
    .forUpdate()
    .$castTo<Omit<Draft, 'author'> & { learner_id: string | null }>()
    .executeTakeFirst()

type NewDraft = {
  questId: string
  authorId: string
  learnerId?: string
  state?: Draft['state']
  content: unknown
  now: Date
}

/** Returns false if the quest already has a draft. */
export const insertDraft = async (db: Db, draft: NewDraft): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('quest_drafts')
    .values({
      quest_id: draft.questId,
      author_id: draft.authorId,
      learner_id: draft.learnerId ?? null,
      state: draft.state ?? 'draft',
      content: JSON.stringify(draft.content),
      updated_at: draft.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

type Change = { content?: unknown; state: Draft['state']; comment?: string | null; now: Date }

export const updateDraft = (db: Db, questId: string, { content, now, ...change }: Change) =>
  db
    .updateTable('quest_drafts')
    .set((set) => ({
      ...change,
      ...(content === undefined ? {} : { content: JSON.stringify(content) }),
      revision: set('revision', '+', 1),
      updated_at: now.toISOString(),
    }))
    .where('quest_id', '=', questId)
    .execute()

export const deleteDraft = (db: Db, questId: string) =>
  db.deleteFrom('quest_drafts').where('quest_id', '=', questId).execute()

/** Counts an author's drafts, or the pending proposals for a learner. */
export const countDrafts = async (
  db: Db,
  of: { author_id: string } | { learner_id: string },
): Promise<number> => {
  const [column, id] =
    'author_id' in of
      ? (['author_id', of.author_id] as const)
      : (['learner_id', of.learner_id] as const)
  const { count } = await db
    .selectFrom('quest_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** True if a person may publish. */
export const mayPublishNow = async (db: Db, personId: string): Promise<boolean> => {
  const found = await db
    .selectFrom('accounts as u')
    .select('u.id')
    .where('u.id', '=', personId)
    .where(mayPublish)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts an author's drafts that wait for approval. */
export const countProposed = async (db: Db, authorId: string | null): Promise<number> => {
  const { count } = await db
    .selectFrom('quest_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .where('learner_id', 'is', null)
    .where('state', '=', 'proposed')
    .executeTakeFirstOrThrow()
  return count
}

export type Proposal = {
  quest_id: string
  author_id: string
  author: string
  content: unknown
  changed_at: string
}

/** Quests and pending proposals for a single learner. */
export const findPersonalQuests = (
  db: Db,
  learnerId: string,
): Promise<{ quests: StoredQuest[]; proposals: Proposal[] }> =>
  db
    .selectNoFrom([
      questsFor(learnerId).as('quests'),
      jsonArrayFrom(
        draftsWithAuthor
          .select(({ fn }) => fn<string>('iso', ['quest_drafts.updated_at']).as('changed_at'))
          .where('quest_drafts.learner_id', '=', learnerId)
          .orderBy('quest_drafts.created_at'),
      ).as('proposals'),
    ])
    .$castTo<{ quests: StoredQuest[]; proposals: Proposal[] }>()
    .executeTakeFirstOrThrow()
