import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'

import type { OpenedReport } from '#contract/safety'
import { isSibling, siblingsOf } from '#features/family'
import type { DB, Db } from '#platform/database'
import { isAboutHome, isCallForHelp, type ReportContent } from '#rules/withheld'

const eb = expressionBuilder<DB>()

type Reopens = NonNullable<OpenedReport['reopens']>

/**
 * Number of the first message withheld from guardians because of a report that may be about one of them; null if none is. Earlier
 * messages stay visible, so that nothing seems to have vanished.
 */
export const withheldFrom = (conversationId: Expression<string>) =>
  eb
    .selectFrom('safety_reports as held')
    .innerJoin('safety_report_messages as stands_on', 'stands_on.report_id', 'held.id')
    .innerJoin('tutor_messages as quoted', 'quoted.id', 'stands_on.message_id')
    .select(({ fn }) => fn.min<number | null>('quoted.number').as('number'))
    .where('held.conversation_id', '=', conversationId)
    .where('held.held_back', '=', true)
    .where('held.released_at', 'is', null)
    .$asScalar()

/** Condition on a report with quotes and this alias: a person made it, or it is about what somebody else than the learner wrote. */
const isAboutOthersWords = (report: string) =>
  sql<boolean>`(${sql.ref(`${report}.quoted`)} ->> 'reason' is not null
    or not ${sql.ref(`${report}.quoted`)} @> jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('author_id', ${sql.ref(`${report}.learner_id`)}, 'reported', true))))`

/**
 * Families that read on in the conversation between people that a report withholds, once safeguarding calls it a false alarm; null if it
 * withholds none.
 */
export const reopensThread = sql<Reopens | null>`case
  when report.thread_number is null or not report.held_back or report.released_at is not null then null
  when ${isAboutOthersWords('report')} then 'families'
  else 'other_families' end`

/**
 * Condition on a report `held`: it withholds its conversation between people from the family of this member. Once safeguarding has called
 * it a false alarm, it only does so if it is about the words of the member, who was told that the family does not see them, or of a
 * brother or sister: otherwise anybody could end for good what other families read, by a report or by a sentence.
 */
const withholdsThread = (memberId: Expression<string>) =>
  sql<boolean>`(held.thread_number is not null and held.held_back and held.released_at is null
    and not (held.state = 'false_positive'
      and (${isAboutOthersWords('held')} or held.learner_id <> ${memberId}
        and not ${isSibling(sql<string>`held.learner_id`, memberId)})))`

/** The same for a conversation between people, for the family of one of its members. */
export const threadWithheldFrom = (
  conversationId: Expression<string>,
  memberId: Expression<string>,
) =>
  eb
    .selectFrom('conversations as thread')
    .select(({ ref, selectFrom }) =>
      sql<number | null>`least(${ref('thread.held_back_from')}, ${selectFrom(
        'conversation_members as overseen',
      )
        .select('overseen.held_back_from')
        .whereRef('overseen.conversation_id', '=', 'thread.id')
        .where('overseen.user_id', '=', memberId)}, ${selectFrom('safety_reports as held')
        .select(({ fn }) => fn.min('held.thread_number').as('number'))
        .whereRef('held.thread_id', '=', 'thread.id')
        .where(withholdsThread(memberId))})`.as('number'),
    )
    .where('thread.id', '=', conversationId)
    .$asScalar()

/**
 * Condition on a `message` between people: the person received it as a member of the conversation. From a guardian who did, nothing is
 * withheld: if what they oversee differed from their own copy, they would learn that there is a report, possibly about them.
 */
export const wasSentTo = (personId: Expression<string | null>) =>
  sql<SqlBool>`exists (select from conversation_members as recipient
    where recipient.conversation_id = message.conversation_id and recipient.user_id = ${personId}
      and message.number >= recipient.first_number and recipient.user_id <> all(message.hidden_from))`

/** Maker of a report with this alias: for moderation, the learner; null for a person who has been erased. */
export const makerOf = (report: string) =>
  sql<string | null>`coalesce(${sql.ref(`${report}.reported_by`)},
    case when ${sql.ref(`${report}.quoted`)} ->> 'reason' is null then ${sql.ref(`${report}.learner_id`)} end)`

/**
 * Condition on a minor in a conversation between people that is withheld from families: they may be told so, because moderation
 * found what they wrote, or was written to them, or because they made a report, also one that is deleted since. Anybody else in it may
 * be the one whom a report is about, also where an adult made it: it then counts as the author's.
 */
export const isToldOfWithheldThread = (
  conversationId: Expression<string>,
  personId: Expression<string>,
) => {
  const reports = eb
    .selectFrom('safety_reports as held')
    .select('held.id')
    .where('held.thread_id', '=', conversationId)
    .where(withholdsThread(personId))
  return eb.or([
    eb.exists(
      eb
        .selectFrom('conversation_members as told')
        .select('told.user_id')
        .where('told.conversation_id', '=', conversationId)
        .where('told.user_id', '=', personId)
        .where('told.told_withheld', '=', true),
    ),
    eb.exists(
      reports
        .where('held.learner_id', '=', personId)
        .where(sql<boolean>`${makerOf('held')} = ${personId}`),
    ),
  ])
}

/** Condition on a report `withheld`: it is about this learner, or quotes what this person wrote. */
const isAbout = (personId: Expression<string>) =>
  eb.or([
    sql<boolean>`withheld.learner_id = ${personId}`,
    sql<boolean>`withheld.quoted @> jsonb_build_object('messages', jsonb_build_array(
      jsonb_build_object('author_id', ${personId}, 'reported', true)))`,
  ])

/** Words for what is somebody else's, without accents. */
const YOURS =
  'your ur dein deine deinem deinen deiner deines tu tus ton ta tes seu sua teu tua twoj twoja twojego twojej twoim iyong mo'.split(
    ' ',
  )

/**
 * SQL query: ids of reports that may be about this learner's home: their own and what quotes them, those about a brother or sister, and those
 * from a conversation of two, in which "your father" is theirs. A union, so that each part is found by an index.
 */
const concerning = (learnerId: string) => sql<string>`(
  select id from safety_reports where learner_id = ${learnerId}
  union all
  select id from safety_reports where quoted @> jsonb_build_object('messages', jsonb_build_array(
    jsonb_build_object('author_id', ${learnerId}::uuid, 'reported', true)))
  union all
  select id from safety_reports where learner_id in ${siblingsOf(learnerId)} and about_home
  union all
  select report.id from conversation_members as addressed
  join conversations as talk on talk.id = addressed.conversation_id and talk.kind = 'pair'
  join safety_reports as report on report.thread_id = talk.id and report.about_home and report.category <> 'reported'
    and report.quoted_words && ${[...YOURS]}::text[]
  where addressed.user_id = ${learnerId})`

/** Condition on such a report `withheld`: guardians do not see it. It counts until it is deleted, open or closed, unless it was a false alarm. */
const isEarlier = sql<boolean>`(withheld.held_back and withheld.released_at is null
  and withheld.about_home and withheld.state <> 'false_positive')`

/** Records that a report may itself be about home: see `decideWithheld`. */
export const markAboutHome = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('safety_reports').set({ about_home: true }).where('id', '=', id).execute()
}

/**
 * Decides whether guardians see a report. A call for help after a report that they do not see may be about the same person.
 * @returns `isAboutHome`: the report is a reason to keep later ones from guardians; `endsThread`: and to keep the conversation from the
 * families of all in it, not only from those for whom it is withheld already
 */
export const decideWithheld = async (
  db: Db,
  learnerId: string,
  content: ReportContent,
): Promise<{ isSecret: boolean; isAboutHome: boolean; endsThread: boolean }> => {
  const isHome = isAboutHome(content)
  if (isHome || content.isForSafeguarding) {
    return { isSecret: true, isAboutHome: isHome, endsThread: true }
  }
  const isAfter = isCallForHelp(content) && (await hasEarlier(db, learnerId))
  return {
    isSecret: isAfter || content.isThreadWithheld,
    isAboutHome: false,
    endsThread: isAfter || !content.isThreadWithheld,
  }
}

const hasEarlier = async (db: Db, learnerId: string): Promise<boolean> => {
  const earlier = eb
    .selectFrom('safety_reports as withheld')
    .select('withheld.id')
    .where('withheld.id', 'in', concerning(learnerId))
    .where(isEarlier)
  const { exists } = await db
    .selectNoFrom(eb.exists(earlier).as('exists'))
    .executeTakeFirstOrThrow()
  return Boolean(exists)
}

/**
 * Condition on a person: an open report that is withheld from guardians is about the learner, or quotes what the person wrote. Until it
 * is closed, the account is not erased: the learner may have been stopped by a person whom the report is about, and with its author
 * would go the quoted files, and who may not read the report for being close to them.
 */
export const hasOpenWithheldReport = (personId: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom('safety_reports as withheld')
      .select('withheld.id')
      .where(isAbout(personId))
      .where('withheld.held_back', '=', true)
      .where('withheld.released_at', 'is', null)
      .where('withheld.closed_at', 'is', null),
  )

/** Time of the first message withheld from guardians in the report's conversation; null if none is. */
const heldBackSince = sql<string | null>`(
  select min(message.created_at) from messages message
  where message.conversation_id = report.thread_id
    and message.number >= (${threadWithheldFrom(sql<string>`report.thread_id`, sql<string>`report.learner_id`)}))`

/** Condition on a report: its subject is withheld from guardians by another report. Released reports are never withheld. */
export const isWithheldSince = sql<boolean>`(report.released_at is null and (
  exists (select from attempts where attempts.id = report.attempt_id and attempts.held_back)
  or exists (select from safety_report_messages as stands_on
    join tutor_messages as reported on reported.id = stands_on.message_id
    where stands_on.report_id = report.id
      and reported.number >= (${withheldFrom(sql<string>`report.conversation_id`)}))
  or exists (select from jsonb_path_query(report.quoted, '$.messages[*] ? (@.reported == true).created_at') as written
    where (written #>> '{}')::timestamptz >= ${heldBackSince})))`

/**
 * Condition on a report: its conversation, if any, is the learner's. A guardian does not read what another guardian and the advisor write
 * to each other, even if the report is released.
 */
export const isOfLearner = sql<boolean>`(report.thread_id is null or exists (
  select from conversation_members as member
  where member.conversation_id = report.thread_id and member.user_id = report.learner_id))`

/** The report's quotes, without messages withheld from guardians. */
export const quotedForGuardians = sql<unknown>`case
  when report.quoted is null or report.released_at is not null then report.quoted
  else jsonb_set(report.quoted, '{messages}', coalesce((
    select jsonb_agg(message order by place)
    from jsonb_array_elements(report.quoted -> 'messages') with ordinality as each (message, place)
    where ${heldBackSince} is null or (message ->> 'created_at')::timestamptz < ${heldBackSince}), '[]')) end`
