import { type Db, transaction } from '#platform/database'
import { type Caller, DomainError, invalid, type Learner, type Parts } from '#platform/http'
import { isMinor } from '#rules/age'
import { findCallsForHelp, findingsIn, findHarmAtHome, reportableFindings } from '#rules/messages'
import { type RecipientLevel, TOLD } from '#rules/safety'
import { householdNameMatcher, type IsName } from '#rules/text/names-at-home'
import type { Finding } from '#rules/text/screening'
import { isFullyScreened } from '#rules/text/spelling'

import { reportInThread } from './report-in-thread.ts'
import { listWithHousehold } from './with-household.ts'

type Words = {
  authorId: string
  /** Readers besides the author. */
  readerIds: readonly string[]
  /** A title, notes, or both. */
  text: string
  /** The author may be an adult who does not live with the readers, and must not learn from a refusal who does. */
  hidesHousehold?: boolean
}

/**
 * Moderates texts outside of messages that others read, such as titles and notes. A refused text is reported first, so that a
 * child who asks for help there is heard.
 * @throws 400 if it may not be stored, or is longer than moderation reads
 */
export const requireHarmless = async (
  parts: Parts,
  { authorId, readerIds, text, hidesHousehold = false }: Words,
): Promise<void> => {
  if (text.trim() === '') return
  const today = parts.clock().toISOString().slice(0, 10)
  const people = await listWithHousehold(parts.db, [authorId, ...readerIds])
  const minors = people.filter((each) => isMinor(each, today))
  const author = people.find(({ id }) => id === authorId)
  const learner = minors.find(({ id }) => id === authorId) ?? minors[0]
  if (!author || !learner) return
  if (!isFullyScreened(text)) throw invalid(TOO_LONG)
  const isByAdult = learner !== author
  const isAtHome = householdNameMatcher(minors.flatMap(({ at_home }) => at_home))
  // "I love you" is a danger in words to a machine alone.
  const found = findingsIn({ before: [], text, isAtHome, isAdult: isByAdult }).filter(
    ({ category }) => category !== 'dependence',
  )
  const report = { learnerId: learner.id, author, text, isAtHome, isForSafeguarding: isByAdult }
  if (found.length === 0) {
    if (!isByAdult) return
    if (findHarmAtHome(text, hidesHousehold ? ANY : isAtHome).length > 0)
      throw new DomainError(400, 'not_saved', FAMILY_READS)
    // Only names tell that it is about home. It is stored, and heard by safeguarding alone.
    const atHome = findHarmAtHome(text, isAtHome).map((each) => ({
      ...each,
      severity: 'low' as const,
    }))
    if (atHome.length > 0)
      await transaction(parts.db, (db) =>
        reportWords(parts, db, { ...report, found: atHome, isDelivered: true }),
      )
    return
  }
  const told = reportableFindings(found)
  const reached = await transaction(parts.db, (db) => reportWords(parts, db, { ...report, found }))
  throw new DomainError(400, 'not_saved', told.length > 0 ? notSaved(reached) : PRIVATE)
}

type Call = {
  authorId: string
  text: string
  /** Name of the person whom the text is about, who never reads it as staff. */
  about?: string | undefined
  /** Conversation for which it was written; its members are concerned. */
  threadId?: string
}

/**
 * Reports a minor's call for help in words that staff alone read, or nobody, in the caller's transaction: unlike those words, a safety
 * report goes on to others while nobody opens it.
 * @returns false if it is none
 */
export const reportCrisesIn = async (
  parts: ReportingParts,
  db: Db,
  { authorId, text, about = '', threadId }: Call,
): Promise<boolean> => {
  const [author] = await listWithHousehold(db, [authorId])
  if (!author || !isMinor(author, parts.clock().toISOString().slice(0, 10))) return false
  const isAtHome = householdNameMatcher(author.at_home)
  const found = findCallsForHelp([], text, isAtHome)
  // With a title, a name that is a common word counts as well.
  const names = about.split(/[\s-]+/).map((word) => `Mr ${word}`)
  const before = about === '' ? [] : [about, ...names]
  const report = { learnerId: authorId, author, text, isAtHome, isForSafeguarding: true }
  await reportWords(parts, db, { ...report, found, before, threadId })
  return found.length > 0
}

/** Stores a text, and reports a call for help in it also if it is refused, such as because it reaches nobody any more. */
export const storeOrReport = async <T>(
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  call: Call,
  store: () => Promise<T>,
): Promise<T> => {
  try {
    return await store()
  } catch (error) {
    if (error instanceof DomainError)
      await transaction(parts.db, (db) => reportCrisesIn(parts, db, call))
    throw error
  }
}

type ReportingParts = Parameters<typeof reportInThread>[0]

type ReportedWords = {
  learnerId: string
  author: Awaited<ReturnType<typeof listWithHousehold>>[number]
  text: string
  found: readonly Finding[]
  isAtHome: IsName
  isForSafeguarding: boolean
  before?: readonly string[]
  threadId?: string | undefined
  isDelivered?: boolean
}

const reportWords = async (
  parts: ReportingParts,
  db: Db,
  { author, text, found, threadId, isDelivered = false, ...report }: ReportedWords,
): Promise<RecipientLevel | null> => {
  let heard: RecipientLevel | null = null
  for (const { category, severity } of reportableFindings(found)) {
    const { reached } = await reportInThread(parts, db, {
      ...report,
      threadId: threadId ?? null,
      number: null,
      category,
      severity,
      found,
      texts: [text],
      messages: [
        {
          author_id: author.id,
          author: `${author.first_name} ${author.last_name}`,
          text,
          files: [],
          created_at: parts.clock().toISOString(),
          reported: true,
          delivered: isDelivered,
        },
      ],
    })
    heard ??= reached
  }
  return heard
}

/** Moderates what a caller writes for a learner's pages, whose readers are the learner, the family and staff. */
export const requireHarmlessFor = (
  { caller, learner, ...parts }: Parts & { caller: Caller; learner: Learner },
  texts: readonly (string | null | undefined)[],
): Promise<void> =>
  requireHarmless(parts, {
    authorId: caller.userId,
    readerIds: [learner.id],
    text: texts.filter(Boolean).join('\n'),
    hidesHousehold: learner.relation === 'guardian',
  })

const ANY: IsName = () => true

const TOO_LONG = 'This is too much text to be saved at once. Please make it shorter.'
const notSaved = (reached: RecipientLevel | null) =>
  [
    'This was not saved, because others could read it here.',
    reached ? TOLD[reached] : '',
    'If you need help, the numbers under “I need help from a person” are there for you.',
  ]
    .filter(Boolean)
    .join(' ')
const FAMILY_READS =
  'Please leave out anything that may be about someone at home: the family can read this too.'
const PRIVATE = 'Please leave out private details such as an address or a phone number.'
