import type {
  IssuedTranscript,
  OfficialTranscript,
  RENDERINGS,
  TranscriptRecord,
} from '#contract/transcript'
import { type Cell, createDocument, type Paper, type PdfDocument, qrCode } from '#platform/pdf'
import { MASTERY } from '#rules/credits'

type Rendering = (typeof RENDERINGS)[number]

export type TranscriptDrawing = {
  record: TranscriptRecord
  rendering: Rendering
  paper: Paper
  /** Undefined for an unofficial transcript. */
  official?: {
    transcript: OfficialTranscript
    sha256: string
    identity: IssuedTranscript['learner_identity']
    /** Public URL for verification. */
    verifyUrl: string
    revoked: { at: string; because: string } | null
  }
}

const QR_SIZE = 76
const MAX_QUESTS = 3

/** Always two decimals, so that figures in a column align. */
const credits = (value: number) => value.toFixed(2)

const LONG_DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const day = (at: string) => LONG_DATE.format(new Date(at))

const yearName = (schoolYear: string) => schoolYear.replace('-', '–')

const nameOf = ({ learner }: TranscriptRecord) =>
  `${learner.first_name} ${learner.last_name}`.trim()

/** Draws the transcript as a tagged PDF, in either rendering, official or not. */
export const draw = (drawn: TranscriptDrawing): Promise<Buffer> => {
  const { record, official, paper } = drawn
  const name = nameOf(record)
  const kind = official ? 'Official transcript' : 'Unofficial transcript'
  const number = official ? ` · ${official.transcript.number}` : ''
  const document = createDocument({
    paper,
    title: `${kind}: ${name}`,
    author: record.school,
    language: 'en',
    createdAt: new Date(record.as_of),
    foot: `${record.school} · ${kind}${number} · ${name}`,
    ...watermarkOf(drawn),
  })
  drawHead(document, drawn)
  if (drawn.rendering === 'mastery') drawMastery(document, record)
  else drawCourses(document, record)
  drawAdded(document, record)
  drawBadges(document, record)
  drawEnd(document, drawn)
  return document.finish()
}

const watermarkOf = ({ official }: TranscriptDrawing): { watermark?: string } => {
  if (!official) return { watermark: 'UNOFFICIAL' }
  return official.revoked ? { watermark: 'REVOKED' } : {}
}

const drawHead = (document: PdfDocument, { record, official, rendering }: TranscriptDrawing) => {
  const { heading, paragraph, facts, figure, rule } = document
  const words = { mastery: 'credits with mastery', courses: 'courses by school year' }
  paragraph(record.school, { face: 'strong', size: 11, colour: '#1f4d4a', after: 0 })
  heading(1, 'Academic transcript')
  paragraph(`${official ? 'Official' : 'Unofficial'}: ${words[rendering]}`, {
    colour: '#5a6072',
    after: 4,
  })
  for (const line of contactOf(record)) paragraph(line, { size: 8.5, colour: '#5a6072', after: 0 })
  if (official) {
    const caption = { text: 'Scan or follow to verify', url: official.verifyUrl }
    figure(qrCode(official.verifyUrl, QR_SIZE), caption)
  }
  rule()
  const { transcript } = official ?? {}
  facts([
    ['Learner', nameOf(record)],
    ...identityOf(official?.identity),
    ['School', record.school],
    ...(transcript
      ? ([
          ['Transcript number', transcript.number],
          ['Issued on', day(transcript.issued_at)],
          ['Issued to', transcript.recipient],
          ['Valid until', transcript.expires_at ? day(transcript.expires_at) : 'Does not expire'],
        ] as const)
      : ([['Record as of', day(record.as_of)]] as const)),
    ['Credits earned', `${credits(record.total.earned)} of ${credits(record.total.required)}`],
    ...(rendering === 'courses' && record.gpa !== null
      ? ([['Grade point average', `${record.gpa.toFixed(2)} of 4.00`]] as const)
      : []),
    ['Accepted pieces of work', String(record.total.pieces)],
    ['Standard', `${record.plan.name}, version ${record.plan.version}`],
  ])
  if (official?.revoked) {
    const { at, because } = official.revoked
    paragraph(`Revoked on ${day(at)}: ${because}`, { face: 'strong', size: 10.5 })
  }
}

const contactOf = ({ school_contact }: TranscriptRecord): string[] => {
  if (!school_contact) return []
  const { address, email } = school_contact
  return [
    ...(address?.split('\n').filter((line) => line.trim() !== '') ?? []),
    ...(email === null ? [] : [email]),
  ]
}

const identityOf = (identity: IssuedTranscript['learner_identity'] = null) => {
  if (!identity) return []
  return identity.kind === 'birth_date'
    ? [['Date of birth', day(identity.value)] as const]
    : [['Student number', identity.value] as const]
}

const drawMastery = ({ heading, table, paragraph }: PdfDocument, record: TranscriptRecord) => {
  const { plan } = record
  heading(2, 'Credits by subject')
  const rows = record.subjects.map((row): Cell[] => [
    {
      text: row.name,
      bar: row.required > 0 ? row.earned / row.required : 1,
    },
    { text: credits(row.earned), face: 'strong' },
    { text: credits(row.required) },
    { text: plan.mastery[row.mastery].name },
    { text: piecesOf(row.pieces, row.revised) },
  ])
  table({
    columns: [
      { title: 'Subject', share: 30 },
      { title: 'Earned', share: 12, align: 'right' },
      { title: 'Required', share: 12, align: 'right' },
      { title: 'Level', share: 19 },
      { title: 'Accepted work', share: 27 },
    ],
    rows,
    foot: [
      { text: 'Total' },
      { text: credits(record.total.earned) },
      { text: credits(record.total.required) },
      { text: '' },
      { text: piecesOf(record.total.pieces, 0) },
    ],
  })
  const levels = MASTERY.map((level) => `${plan.mastery[level].name}: ${plan.mastery[level].about}`)
  paragraph(`${levels.join(' ')} ${plan.mastery_rule}`, { size: 8.5, colour: '#5a6072' })
  const years = record.years.filter(({ quests_completed }) => quests_completed.length > 0)
  if (years.length === 0) return
  heading(2, 'Completed quests')
  for (const { school_year, quests_completed } of years) {
    heading(3, yearName(school_year), 40)
    paragraph(quests_completed.join(' · '))
  }
}

const piecesOf = (pieces: number, revised: number) => {
  if (pieces === 0) return 'None'
  const words = pieces === 1 ? '1 piece' : `${pieces} pieces`
  return revised === 0 ? words : `${words}, ${revised} after revision`
}

const drawCourses = ({ heading, table, paragraph }: PdfDocument, record: TranscriptRecord) => {
  const taught = record.years.filter(({ courses }) => courses.length > 0)
  if (taught.length === 0) {
    heading(2, 'Courses')
    paragraph('No course has credit yet.')
  }
  const nameIn = new Map(record.subjects.map(({ subject, name }) => [subject, name]))
  for (const { school_year, courses, credits: ofYear } of taught) {
    heading(2, `School year ${yearName(school_year)}`)
    table({
      columns: [
        { title: 'Course', share: 76 },
        { title: 'Credits', share: 12, align: 'right' },
        { title: 'Grade', share: 12, align: 'right' },
      ],
      rows: courses.map((course): Cell[] => [
        {
          text: course.title,
          below:
            course.kind === 'quest'
              ? `A quest graded by itself, mostly ${nameIn.get(course.subject) ?? course.subject}`
              : questsBehind(course.quests),
        },
        { text: credits(course.credits) },
        { text: course.grade ?? 'Credit' },
      ]),
      foot: [
        { text: `Total of ${yearName(school_year)}` },
        { text: credits(ofYear) },
        { text: '' },
      ],
    })
  }
  if (taught.length === 0) return
  paragraph(
    'Grades: A+ and A are 4.0, A- 3.7, B+ 3.3, B 3.0, B- 2.7, C+ 2.3, C 2.0, C- 1.7, D+ 1.3, D 1.0, D- 0.7, F 0. ' +
      'P (passed) and Credit (accepted work without a grade) do not count towards the average, which is weighted by credits.',
    { size: 8.5, colour: '#5a6072' },
  )
}

const questsBehind = (quests: readonly string[]) => {
  if (quests.length === 0) return ''
  const named = quests.slice(0, MAX_QUESTS).join(' · ')
  const more = quests.length - MAX_QUESTS
  return more > 0 ? `${named} · and ${more} more` : named
}

const drawAdded = ({ heading, table }: PdfDocument, { added }: TranscriptRecord) => {
  if (added.length === 0) return
  heading(2, 'Credit from elsewhere, and adjustments')
  table({
    columns: [
      { title: 'From', share: 34 },
      { title: 'Subject', share: 20 },
      { title: 'Credits', share: 11, align: 'right' },
      { title: 'What for', share: 35 },
    ],
    rows: added.map((each): Cell[] => [
      {
        text: each.institution ?? 'Adjustment by an advisor',
        below: `${each.kind === 'outside' ? 'Work outside school, confirmed by a witness. ' : ''}Recorded on ${day(each.recorded_on)}`,
      },
      { text: each.name },
      { text: credits(each.credits) },
      { text: each.reason },
    ]),
  })
}

const drawBadges = ({ heading, list }: PdfDocument, { badges }: TranscriptRecord) => {
  if (badges.length === 0) return
  heading(2, 'Badges')
  list(badges.map(({ name, earned_on }) => `${name}, ${day(earned_on)}`))
}

const drawEnd = (
  { heading, paragraph, ensure }: PdfDocument,
  { record, official }: TranscriptDrawing,
) => {
  const rule = `One credit represents ${new Intl.NumberFormat('en').format(record.plan.xp_per_credit)} XP of work that an advisor has reviewed and accepted.`
  ensure(official ? 130 : 62)
  heading(2, official ? 'Certification' : 'About this transcript')
  if (!official) {
    paragraph(
      `${rule} This is an unofficial transcript of ${day(record.as_of)}, created by or for the learner. It is not signed; an official transcript has a number and can be verified.`,
    )
    return
  }
  const { transcript, sha256, verifyUrl } = official
  paragraph(
    `${rule} This is the record of ${nameOf(record)} as of ${day(record.as_of)}, issued for ${transcript.recipient}.`,
  )
  paragraph(`${transcript.signer.name}, ${transcript.signer.role}`, {
    face: 'strong',
    size: 11,
    after: 0,
  })
  paragraph(`signed electronically for ${record.school} on ${day(transcript.issued_at)}`, {
    after: 6,
  })
  paragraph(`Check that it is genuine and still valid: ${verifyUrl}`, {
    after: 2,
    url: verifyUrl,
    colour: '#1f4d4a',
  })
  paragraph(`SHA-256 of the record’s text, available there: ${sha256}`, {
    size: 7.5,
    colour: '#5a6072',
  })
}
