import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'

import { listHousehold } from '#features/family'
import type { DB, Db } from '#platform/database'
import { searchedNames } from '#rules/names-at-home'

// Nobody hears of a report as staff, reads it or counts it, that may be about them or about their home.

/** A member of staff, and all by which a report may be about them. */
export type StaffReader = {
  id: string
  /** The learners of their household. */
  learnerIds: string[]
  /** Their names, and those of the children whom they look after. */
  names: string[]
}

export const findStaffReader = async (db: Db, id: string): Promise<StaffReader> => {
  const reader = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { learnerIds, children } = await listHousehold(db, id)
  return { id, learnerIds, names: searchedNames([reader, ...children]) }
}

type Concerned = {
  /** Everybody who takes part in what is reported, and whoever it is about. */
  people: Expression<string[]>
  /** Whoever wrote or did what is reported. */
  accused: Expression<string[]>
  text: Expression<string>
}

/** A condition: neither is the reader accused or named, nor does the report concern a learner of their household. */
const isImpartial = (
  { id, learnerIds, names }: StaffReader,
  { people, accused, text }: Concerned,
): Expression<SqlBool> => sql<SqlBool>`not (
  ${people} && ${learnerIds}::uuid[]
  or ${accused} @> array[${id}]::uuid[]
  or regexp_split_to_array(
    lower(regexp_replace(normalize(coalesce(${text}, ''), nfkd), '[\\u0300-\\u036f]', '', 'g')),
    '[[:space:][:punct:]]+') && ${names}::text[])`

const report = expressionBuilder<DB & { report: DB['safety_reports'] }, 'report'>()

/** A condition on a safety report, beside the member of staff who reads it. */
export const isReportOpenTo = (reader: StaffReader): Expression<SqlBool> => {
  const quoted = (path: string) =>
    sql`(select string_agg(part #>> '{}', ' ') from jsonb_path_query(report.quoted, ${sql.lit(path)}) as part)`
  const talk = report
    .selectFrom('safety_report_messages as stands_on')
    .innerJoin('tutor_messages', 'tutor_messages.id', 'stands_on.message_id')
    .select(sql<string>`string_agg(tutor_messages.text, ' ')`.as('text'))
    .whereRef('stands_on.report_id', '=', 'report.id')
  const members = report
    .selectFrom('conversation_members as member')
    .select('member.user_id')
    .whereRef('member.conversation_id', '=', 'report.thread_id')
  return isImpartial(reader, {
    people: sql`report.learner_id || array(${members})`,
    accused: sql`array(select (part #>> '{}')::uuid
      from jsonb_path_query(report.quoted, '$.messages[*] ? (@.reported == true).author_id') as part)`,
    text: sql`concat_ws(' ', report.excerpt, report.quoted ->> 'note', ${quoted('$.messages[*].text')},
      ${quoted('$.messages[*].files[*].name')}, ${talk})`,
  })
}

/** The same for a report of one person about another. */
export const isPersonReportOpenTo = (reader: StaffReader): Expression<SqlBool> =>
  isImpartial(reader, {
    people: sql`array[report.reporter_id, report.reported_id]`,
    accused: sql`array[report.reporter_id, report.reported_id]`,
    text: sql`report.words`,
  })
