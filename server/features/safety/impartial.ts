import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'

import { listHousehold } from '#features/family'
import type { DB, Db } from '#platform/database'
import { searchedNames, TITLES } from '#rules/text/names-at-home'

import { makerOf } from './withheld.ts'

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
  /** The same without the person's own. */
  namesOfOthers: string[]
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
    namesOfOthers: searchedNames([...adults, ...children]),
  }
}

type Concerned = {
  /** All participants of the reported events, and the people concerned. */
  people: Expression<string[]>
  /** Authors of the reported messages or actions. */
  accused: Expression<string[]>
  /** Words of the report, see `wordsIn`. */
  words: Expression<string[]>
}

const TITLED = `\\m(${TITLES.join('|')})[[:space:][:punct:]]+([[:alnum:]]+)`

/** Chinese has no gaps: these words are cut out of a sentence. */
const CHINESE_TEACHERS = ['老师', '老師', '教练', '教練', '校长', '校長', '班主任']
const CHINESE_WORDS = `(${[...CHINESE_TEACHERS, '你', '您'].join('|')})`

/** Phrases in one character, which would become up to eighteen. */
const LIGATURES = '\uFDFA\uFDFB'

/** Words of a text in lower case, without accents, and each title with the next word: see `searchedNames`. */
export const wordsIn = (text: Expression<string | null>): Expression<string[]> =>
  sql`array(select distinct unnest(regexp_split_to_array(
    regexp_replace(
      regexp_replace(
        lower(regexp_replace(
          normalize(translate(coalesce(${text}, ''), ${LIGATURES}, '  '), nfkd),
          '[\\u0300-\\u036f\\u064b-\\u065f]', '', 'g')),
        ${CHINESE_WORDS}, ' \\1 ', 'g'),
      ${TITLED}, '\\1 \\2 \\1\\2', 'g'),
    '[[:space:][:punct:]]+')))`

/** Children's words for teachers: without a name, they may mean the person who is or was responsible for them. */
const TEACHERS =
  'advisor adviser advizor teacher techer teachr teecher tutor mentor coach trainer instructor educator professor prof counselor counsellor principal headteacher headmaster headmistress staff mr mrs ms mister sir maam madam lehrer lehrerin berater beraterin profesor profesora profe maestro maestra professeur maitre maitresse enseignant professora treinador treinadora nauczyciel nauczycielka nauczyciela nauczycielki wychowawca wychowawczyni trener trenera pan pani giao thay co titser guro guruji masterji sirji adhyapak trainerin betreuer betreuerin klassenlehrer klassenlehrerin entrenador entrenadora entraineur entraineuse'
    .split(' ')
    .flatMap((word) => [word, `${word}s`])
    .concat(
      CHINESE_TEACHERS,
      'المعلم معلمي المعلمة معلمتي الاستاذ استاذي المدرب مدربي المدرس مدرسي المدرسة مدرستي'.split(
        ' ',
      ),
    )

/** Words by which a message may refer to its addressee: "stop touching me". */
const ADDRESSED =
  '你 您 you u ya your ur yours yourself stop du dich dir dein deine tu te ti toi ton vous votre usted ustedes voce voces vc ciebie ci cie twoj ikaw ka kita mo aap aapne tum tumne انت'.split(
    ' ',
  )

/** Condition: one of the report's `words` is in the list. Not by `&&`, which compares each with each. */
const isAmong = (list: readonly string[]) =>
  sql`exists (select unnest(words) intersect select unnest(${list}::text[]))`

/**
 * Condition: no adult of the reader's household is accused, named, or possibly meant as the teacher or addressee, and the report
 * does not concern a learner of the household.
 */
const isImpartial = (
  { adultIds, learnerIds, names }: StaffReader,
  { people, accused, words }: Concerned,
): Expression<SqlBool> =>
  sql<SqlBool>`not (
    select ${people} && ${learnerIds}::uuid[]
      or ${accused} && ${adultIds}::uuid[]
      or ${isAmong(names)}
      or exists (
        select from all_assignments
        where advisor_id = any(${adultIds}::uuid[]) and learner_id = any(${people})) and ${isAmong(TEACHERS)}
      or ${people} && ${adultIds}::uuid[] and ${isAmong(ADDRESSED)}
    -- Splits the text once.
    from (select ${words} as words offset 0) as said)`

const report = expressionBuilder<DB & { report: DB['safety_reports'] }, 'report'>()

const accused = sql<string[]>`array(select (part #>> '{}')::uuid
  from jsonb_path_query(report.quoted, '$.messages[*] ? (@.reported == true).author_id') as part)`

/** Condition on an account with this alias, as `isMinor` of rules/age has it. */
const isGrownUp = (alias: string) =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.date_of_birth`)} <= current_date - interval '18 years', ${sql.ref(`${alias}.declared_adult`)})`

/**
 * Adults reported for what they wrote to a child. Their words name nobody: otherwise an adult could silence the report by
 * mentioning everyone who would read it. Words about harm (`abuse`) count, whoever wrote them.
 */
export const accusedAdults = sql<string[]>`array(select adult.id from accounts as adult
  where adult.id = any(${accused})
    and ${isGrownUp('adult')}
    and report.category <> 'abuse' and ${makerOf('report')} = report.learner_id)`

/** Words of what a report quotes, and of its note. They are stored with it: to split long texts takes seconds. */
export const quotedWords = wordsIn(
  sql`concat_ws(' ', report.quoted ->> 'note', (
    select string_agg(concat_ws(' ', message ->> 'text', (
      select string_agg(concat_ws(' ', file ->> 'name',
          regexp_replace(file ->> 'name', '([[:lower:]])([[:upper:]])', '\\1 \\2', 'g')), ' ')
        from jsonb_array_elements(message -> 'files') as file)), ' ')
    from jsonb_array_elements(report.quoted -> 'messages') as message
    where coalesce((message ->> 'author_id')::uuid <> all(${accusedAdults}), true)))`,
)

/** Condition on a safety report for the staff member who reads it. */
export const isReportOpenTo = (reader: StaffReader): Expression<SqlBool> => {
  const title = sql`(
    select title from conversations as thread
    where thread.id = report.thread_id and coalesce(thread.created_by <> all(${accusedAdults}), true))`
  const members = report
    .selectFrom('conversation_members as member')
    .select('member.user_id')
    .whereRef('member.conversation_id', '=', 'report.thread_id')
  // Advisors whom the learner answers about the reported work.
  const reviewers = report
    .selectFrom('reviewers')
    .select('reviewers.person_id')
    .whereRef('reviewers.attempt_id', '=', 'report.attempt_id')
  const isOpen = isImpartial(reader, {
    people: sql`(report.learner_id || array(${members}) || array(${reviewers}))`,
    accused,
    // The excerpt of a report with quotes is one of them.
    words: sql`(report.context_words || report.quoted_words || ${wordsIn(
      sql`concat_ws(' ', case when report.quoted is null then report.excerpt end, ${title})`,
    )})`,
  })
  return report.and([isOpen, report.not(wasAccused(reader))])
}

/** Condition on a report: an adult of the reader's household is reported for what they wrote to this learner, then or before. */
const wasAccused = ({ adultIds }: StaffReader) =>
  report.or(
    adultIds.map(
      (id) => sql<boolean>`report.learner_id in (
        select learner_id from safety_reports
        where category <> 'abuse' and state <> 'false_positive' and quoted @> jsonb_build_object('messages', jsonb_build_array(
          jsonb_build_object('author_id', ${id}::uuid, 'reported', true))))`,
    ),
  )

/**
 * The same for the learner's advisor, who is next in line after the family: closed as well to an advisor whom a report of harm about the
 * learner may mean, or whom the learner has reported as a person. Leads are not left out for that: somebody must be able to read it.
 */
export const isOpenToAdvisor = (reader: StaffReader): Expression<SqlBool> =>
  report.and([
    isReportOpenTo(reader),
    report.not(
      report.or([
        sql<boolean>`report.learner_id in (
          select report.learner_id from safety_reports as report
          where report.learner_id in (select learner_id from caseload where advisor_id = ${reader.id})
            and report.category in ('abuse', 'grooming', 'sexual') and report.state <> 'false_positive'
            and not (${isReportOpenTo(reader)}))`,
        sql<boolean>`report.learner_id in (
          select reporter_id from person_reports
          where reported_id = any(${reader.adultIds}::uuid[]) and closed_at is null)`,
      ]),
    ),
  ])

/** The same for a report about a person. */
export const isPersonReportOpenTo = (reader: StaffReader): Expression<SqlBool> =>
  isImpartial(reader, {
    people: sql`array[report.reporter_id, report.reported_id]`,
    accused: sql`array[report.reporter_id, report.reported_id]`,
    words: wordsIn(sql`report.words`),
  })
