import { randomUUID } from 'node:crypto'

import { type AuthoredQuest, type DraftContent, QuestContent } from '#contract/authoring'
import { type Catalog, type CatalogQuest, findCatalog } from '#features/catalog'
import { lockAccounts } from '#features/people'
import { hasPracticeSet } from '#features/practice'
import { contentOf, retireQuest, storeQuest } from '#features/quests'
import { type Db, lockTables } from '#platform/database'
import { conflict, invalid, notFound, parseInput } from '#platform/http'
import { type AuthoringUser, mayDecide, mayEdit, maySee } from '#rules/authoring'
import { findCycle } from '#rules/prerequisites'

import { storeCover } from './covers.ts'
import { questFile } from './markdown.ts'
import {
  countDrafts,
  countProposed,
  deleteDraft,
  type Draft,
  findAuthoredRow,
  findDraftForUpdate,
  insertDraft,
  mayPublishNow,
  updateDraft,
} from './queries.ts'

const MAX_DRAFTS = 200
/** Drafts of one author that wait for approval: staff read them all. */
const MAX_PROPOSED = 20

export const CHANGED_ELSEWHERE = 'This quest has since been changed elsewhere.'

/** Initial content of a draft. */
export const EMPTY: DraftContent = {
  title: '',
  summary: '',
  big_idea: '',
  description: '',
  estimated_hours: null,
  span_days: null,
  age_min: null,
  age_max: null,
  materials: '',
  safety: '',
  rubric: [],
  example: '',
  for_adults: '',
  hints: '',
  weeks: [],
  repeatable: false,
  cover_motif: null,
  cover_file_id: null,
  prerequisites: [],
  tasks: [],
}

type Found = {
  catalog: Catalog
  draft: Draft | null
  quest: CatalogQuest | undefined
  begun: number
  authorId: string | null
  state: AuthoredQuest['state']
}

const find = async (db: Db, id: string): Promise<Found> => {
  const { catalog_version, draft, begun } = await findAuthoredRow(db, id)
  const catalog = await findCatalog(db, catalog_version)
  const quest = catalog.quest(id)
  const state = draft?.state ?? quest?.status
  if (!state) throw notFound()
  return { catalog, draft, quest, begun, state, authorId: (draft ?? quest)?.author_id ?? null }
}

/** Returns a quest if the caller may see it; otherwise responds as for a quest that does not exist. */
const findFor = async (db: Db, id: string, caller: AuthoringUser): Promise<Found> => {
  const found = await find(db, id)
  if (!maySee(found, caller)) throw notFound()
  return found
}

const contentIn = ({ draft, quest }: Found): DraftContent => {
  if (draft) return draft.content
  if (!quest) throw notFound()
  return contentOf(quest)
}

export const authoredFor = async (
  db: Db,
  id: string,
  caller: AuthoringUser,
): Promise<AuthoredQuest> => {
  const found = await findFor(db, id, caller)
  const { draft, quest, begun, state } = found
  return {
    id,
    state,
    version: quest?.version ?? null,
    author: (draft ?? quest)?.author ?? null,
    begun,
    revision: draft?.revision ?? 0,
    comment: draft?.comment ?? null,
    content: contentIn(found),
    may: {
      edit: mayEdit(found, caller),
      decide: mayDecide(found, caller),
      archive: quest?.status === 'published' && mayEdit(authorOf(quest), caller),
    },
  }
}

const authorOf = (quest: CatalogQuest) => ({ authorId: quest.author_id, state: quest.status })

/** Copies the content of a quest the caller may read, with new task keys. */
export const copyOf = async (db: Db, id: string, caller: AuthoringUser): Promise<DraftContent> => {
  const content = contentIn(await findFor(db, id, caller))
  return {
    ...content,
    title: `Copy of ${content.title}`.slice(0, 120),
    tasks: content.tasks.map((task) => ({ ...task, key: randomUUID() })),
  }
}

/** `db` is a transaction. Returns the id of the future quest. */
export const startDraft = async (
  db: Db,
  content: DraftContent,
  authorId: string,
  now: Date,
): Promise<string> => {
  await lockAccounts(db, [authorId])
  if ((await countDrafts(db, { author_id: authorId })) >= MAX_DRAFTS) {
    throw conflict(`You have ${MAX_DRAFTS} drafts. Please finish or delete some of them first.`)
  }
  const questId = randomUUID()
  await insertDraft(db, { questId, authorId, content, now })
  return questId
}

/**
 * Saves a draft of a quest or of its next version. A proposal becomes a draft again. `db` is a transaction.
 * @param revision the revision that was edited; refused if the draft has changed since
 */
export const saveDraft = async (
  db: Db,
  id: string,
  { revision, content }: { revision: number; content: DraftContent },
  caller: AuthoringUser,
  now: Date,
): Promise<{ revision: number }> => {
  const draft = await lockDraft(db, id)
  const found = await findFor(db, id, caller)
  if (!mayEdit(found, caller)) throw notFound()
  if ((draft?.revision ?? 0) !== revision) throw conflict(CHANGED_ELSEWHERE)
  await storeCover(db, caller.userId, content.cover_file_id, contentIn(found).cover_file_id)
  if (draft) {
    await updateDraft(db, id, { content, state: 'draft', now })
    return { revision: revision + 1 }
  }
  if (!(await insertDraft(db, { questId: id, authorId: caller.userId, content, now }))) {
    throw conflict(CHANGED_ELSEWHERE)
  }
  return { revision: 1 }
}

const lockDraft = async (db: Db, id: string) => {
  const draft = await findDraftForUpdate(db, id)
  return draft?.learner_id === null ? draft : undefined
}

/** Locks the draft and requires the revision that the caller saw. */
const requireDraft = async (db: Db, id: string, revision: number, caller: AuthoringUser) => {
  const draft = await lockDraft(db, id)
  const found = await findFor(db, id, caller)
  if (!draft) throw conflict('There’s nothing left to decide.')
  if (draft.revision !== revision) throw conflict(CHANGED_ELSEWHERE)
  return { found, draft }
}

/** @throws invalid with the problem of each field, and with the path of a prerequisite cycle */
const complete = async (
  content: DraftContent,
  id: string,
  catalog: Catalog,
): Promise<QuestContent> => {
  const quest = parseInput(QuestContent, content)
  for (const [index, { practice }] of quest.tasks.entries()) {
    if (!practice || (await hasPracticeSet(practice))) continue
    const message = `There is no practice called “${practice}”.`
    throw invalid(message, { [`tasks.${index}.practice`]: message })
  }
  const titleOf = (quest: string) =>
    quest === id ? content.title : (catalog.quest(quest)?.title ?? '')
  const isOffered = (quest: string) => catalog.quest(quest)?.status === 'published'
  if (!quest.prerequisites.every(isOffered)) {
    const message = 'One of the prerequisite quests no longer exists.'
    throw invalid(message, { prerequisites: message })
  }
  const circle = findCycle(id, (of) =>
    of === id
      ? quest.prerequisites
      : (catalog.quest(of)?.prerequisites.map((needed) => needed.id) ?? []),
  )
  if (circle) {
    const message = `These prerequisites form a loop, so nobody could start: ${circle.map(titleOf).join(' → ')}.`
    throw invalid(message, { prerequisites: message })
  }
  return quest
}

/** Asks for approval. `db` is a transaction. */
export const proposeDraft = async (
  db: Db,
  id: string,
  revision: number,
  caller: AuthoringUser,
  now: Date,
): Promise<void> => {
  const { found, draft } = await requireDraft(db, id, revision, caller)
  if (!mayEdit(found, caller)) throw notFound()
  await complete(draft.content, id, found.catalog)
  if (draft.state !== 'proposed' && (await countProposed(db, draft.author_id)) >= MAX_PROPOSED) {
    throw conflict(
      `${MAX_PROPOSED} of your quests wait for approval already. Please propose more when these are decided.`,
    )
  }
  await updateDraft(db, id, { state: 'proposed', comment: null, now })
}

/** Publishes another author's proposal. `db` is a transaction. */
export const approveDraft = async (
  db: Db,
  id: string,
  revision: number,
  caller: AuthoringUser,
): Promise<void> => {
  // Two quests approved concurrently could require each other.
  await lockTables(db, ['quest_prerequisites'])
  const { found, draft } = await requireDraft(db, id, revision, caller)
  refuseUnlessMayDecide(found, caller)
  // A guardian may have withdrawn the consent to publish since.
  if (draft.author_id !== null && !(await mayPublishNow(db, draft.author_id))) {
    throw conflict('Its author may not publish at the moment. Please give it back.')
  }
  const content = await complete(draft.content, id, found.catalog)
  await storeQuest(db, id, content, { author_id: draft.author_id, learner_id: null, repeats: null })
  await deleteDraft(db, id)
}

/** Author of a proposal on which the caller may decide. @throws notFound and conflict like the decision */
export const authorOfProposal = async (
  db: Db,
  id: string,
  caller: AuthoringUser,
): Promise<string | null> => {
  const found = await findFor(db, id, caller)
  refuseUnlessMayDecide(found, caller)
  return found.authorId
}

export const returnDraft = async (
  db: Db,
  id: string,
  { revision, comment }: { revision: number; comment: string },
  caller: AuthoringUser,
  now: Date,
): Promise<void> => {
  const { found } = await requireDraft(db, id, revision, caller)
  refuseUnlessMayDecide(found, caller)
  await updateDraft(db, id, { state: 'draft', comment, now })
}

const refuseUnlessMayDecide = (found: Found, caller: AuthoringUser) => {
  if (mayDecide(found, caller)) return
  throw conflict(
    found.state === 'proposed'
      ? 'A quest has to be approved by someone other than its author.'
      : 'This quest is no longer waiting for approval.',
  )
}

export const discardDraft = async (db: Db, id: string, caller: AuthoringUser): Promise<void> => {
  const draft = await lockDraft(db, id)
  const found = await findFor(db, id, caller)
  if (!draft || !mayEdit(found, caller)) throw notFound()
  await deleteDraft(db, id)
}

/** Archives a quest. Learners who started it can continue. */
export const archiveQuest = async (db: Db, id: string, caller: AuthoringUser): Promise<void> => {
  const { quest } = await findFor(db, id, caller)
  if (!quest || !mayEdit(authorOf(quest), caller)) throw notFound()
  await retireQuest(db, id)
}

/** Exports a quest as a Markdown file that another site can import. */
export const fileOf = async (db: Db, id: string, caller: AuthoringUser) => {
  const found = await findFor(db, id, caller)
  return questFile(contentIn(found), found.quest?.version ?? 1, found.catalog)
}
