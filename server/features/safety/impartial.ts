import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'

import { listHousehold } from '#features/family'
import type { DB, Db } from '#platform/database'
import { searchedNames } from '#rules/text/names-at-home'

// Staff are not notified of, cannot read and do not count reports that may be about them or their household.

/** A staff member, with the data that identifies reports about them. */
export type StaffReader = {
  id: string
  /** The person, and everyone with whom they share a child. */
  adultIds: string[]
  /** Learners of their household. */
  learnerIds: string[]
  /** Present and former names in their household: the adults, and children of whom they are a guardian. */
  names: string[]
}

export const findStaffReader = async (db: Db, id: string): Promise<StaffReader> => {
  const own = await db
    .selectFrom('known_names')
    .select(['first_name', 'last_name'])
    .where('user_id', '=', id)
    .execute()
  const { adults, children, learnerIds } = await listHousehold(db, id)
  return {
    id,
    adultIds: [id, ...adults.map((adult) => adult.id)],
    learnerIds,
    names: searchedNames([...own, ...adults, ...children]),
  }
}

type Concerned = {
  /** All participants of the reported events, and the people concerned. */
  people: Expression<string[]>
  /** Authors of the reported messages or actions. */
  accused: Expression<string[]>
  text: Expression<string>
}

/** Children's words for teachers: without a name, they may mean the person responsible for them. */
const TEACHERS =
  'advisor adviser advizor teacher techer teachr teecher tutor mentor coach trainer instructor educator professor prof counselor counsellor principal headteacher headmaster headmistress staff mr mrs ms mister lehrer lehrerin berater beraterin profesor profesora profe maestro maestra professeur maitre maitresse enseignant'
    .split(' ')
    .flatMap((word) => [word, `${word}s`])

/** Words by which a message may refer to its addressee: "stop touching me". */
const ADDRESSED =
  'you u ya your ur yours yourself stop du dich dir dein deine tu te ti toi ton vous votre usted ustedes'.split(
    ' ',
  )

/**
 * Condition: no adult of the reader's household is accused, named, or possibly meant as the teacher or addressee, and the report
 * does not concern a learner of the household.
 */
const isImpartial = (
  { adultIds, learnerIds, names }: StaffReader,
  { people, accused, text }: Concerned,
): Expression<SqlBool> => {
  const words = sql`regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce(${text}, ''), nfkd), '[\\u0300-\\u036f]', '', 'g')),
    '[[:space:][:punct:]]+')`
  return sql<SqlBool>`not (
    ${people} && ${learnerIds}::uuid[]
    or ${accused} && ${adultIds}::uuid[]
    or ${words} && ${names}::text[]
    or exists (select from caseload
        where caseload.advisor_id = any(${adultIds}::uuid[]) and caseload.learner_id = any(${people}))
      and ${words} && ${TEACHERS}::text[]
    or ${people} && ${adultIds}::uuid[] and ${words} && ${ADDRESSED}::text[])`
}

/** Number of a learner's earlier messages that are searched for names. */
const EARLIER = 6

const report = expressionBuilder<DB & { report: DB['safety_reports'] }, 'report'>()

const accused = sql<string[]>`array(select (part #>> '{}')::uuid
  from jsonb_path_query(report.quoted, '$.messages[*] ? (@.reported == true).author_id') as part)`

/**
 * Adults reported for what they wrote to a child. Their words name nobody: otherwise an adult could silence the report by
 * mentioning everyone who would read it. Words about harm (`abuse`) count, whoever wrote them.
 */
const accusedAdults = sql<string[]>`array(select adult.id from accounts as adult
  where adult.id = any(${accused})
    and coalesce(adult.date_of_birth <= current_date - interval '18 years', adult.declared_adult)
    and report.category <> 'abuse' and coalesce(report.reported_by, report.learner_id) = report.learner_id)`

/** Condition on a safety report for the staff member who reads it. */
export const isReportOpenTo = (reader: StaffReader): Expression<SqlBool> => {
  const quoted = sql`(
    select string_agg(concat_ws(' ', message ->> 'text', (
      select string_agg(file ->> 'name', ' ') from jsonb_array_elements(message -> 'files') as file)), ' ')
    from jsonb_array_elements(report.quoted -> 'messages') as message
    where coalesce((message ->> 'author_id')::uuid <> all(${accusedAdults}), true))`
  // The person may have been named a few messages earlier.
  const talk = report
    .selectFrom('safety_report_messages as stands_on')
    .innerJoin('tutor_messages as quoted', 'quoted.id', 'stands_on.message_id')
    .innerJoin('tutor_messages as said', 'said.conversation_id', 'quoted.conversation_id')
    .select(sql<string>`string_agg(said.text, ' ')`.as('text'))
    .whereRef('stands_on.report_id', '=', 'report.id')
    .where('said.author', '=', 'learner')
    .where(
      sql<boolean>`said.number between quoted.number - ${sql.lit(2 * EARLIER)} and quoted.number`,
    )
  const thread = report
    .selectFrom('messages as said')
    .select(sql<string>`string_agg(said.text, ' ')`.as('text'))
    .whereRef('said.conversation_id', '=', 'report.thread_id')
    .where(sql<boolean>`said.author_id <> all(${accusedAdults})`)
    .where(
      sql<boolean>`said.number between report.thread_number - ${sql.lit(2 * EARLIER)} and report.thread_number`,
    )
  const members = report
    .selectFrom('conversation_members as member')
    .select('member.user_id')
    .whereRef('member.conversation_id', '=', 'report.thread_id')
  return isImpartial(reader, {
    people: sql`report.learner_id || array(${members})`,
    accused,
    // The excerpt of a report with quotes is one of them.
    text: sql`concat_ws(' ', case when report.quoted is null then report.excerpt end,
      report.quoted ->> 'note', ${quoted}, ${talk}, ${thread})`,
  })
}

/** The same for a report about a person. */
export const isPersonReportOpenTo = (reader: StaffReader): Expression<SqlBool> =>
  isImpartial(reader, {
    people: sql`array[report.reporter_id, report.reported_id]`,
    accused: sql`array[report.reporter_id, report.reported_id]`,
    text: sql`report.words`,
  })
