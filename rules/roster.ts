import { holdsWebAddress, isSingleLine } from '#rules/text/single-line'
import { isStorableText } from '#rules/text/storable'

// Rosters of school systems: 1EdTech OneRoster 1.2, CSV binding (imsglobal.org/spec/oneroster/v1p2/bind/csv), and 1.1, whose users
// have their role in users.csv.

type Kind =
  | 'text'
  | 'id'
  | 'ids'
  | 'boolean'
  | 'date'
  | 'email'
  | 'name'
  | readonly [string, ...string[]]

type Column = { kind: Kind; required?: true; refersTo?: RosterFile }

const text: Column = { kind: 'text' }
const needed: Column = { kind: 'text', required: true }
const to = (refersTo: RosterFile, required?: 'required'): Column => ({
  kind: 'id',
  refersTo,
  ...(required ? { required: true } : {}),
})
const allTo = (refersTo: RosterFile): Column => ({ kind: 'ids', refersTo })
const oneOf = (...values: [string, ...string[]]): Column => ({ kind: values, required: true })
const day: Column = { kind: 'date' }

const COMMON = {
  sourcedId: { kind: 'id', required: true },
  status: text,
  dateLastModified: text,
} satisfies Record<string, Column>

const SESSIONS = oneOf('gradingPeriod', 'semester', 'schoolYear', 'term')
const ORGS = oneOf('department', 'school', 'district', 'local', 'state', 'national')
export const ROSTER_ROLES = [
  'aide',
  'counselor',
  'districtAdministrator',
  'guardian',
  'parent',
  'principal',
  'proctor',
  'relative',
  'siteAdministrator',
  'student',
  'systemAdministrator',
  'teacher',
] as const
export type RosterRole = (typeof ROSTER_ROLES)[number]

/** Supported files, in an order in which each refers only to earlier files or itself. */
export const ROSTER_FILES = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'users',
  'demographics',
  'roles',
  'enrollments',
] as const
export type RosterFile = (typeof ROSTER_FILES)[number]

/** All columns in the standard's order. */
export const ROSTER_COLUMNS: Record<RosterFile, Record<string, Column>> = {
  orgs: {
    ...COMMON,
    name: needed,
    type: ORGS,
    identifier: text,
    parentSourcedId: to('orgs'),
  },
  academicSessions: {
    ...COMMON,
    title: needed,
    type: SESSIONS,
    startDate: { kind: 'date', required: true },
    endDate: { kind: 'date', required: true },
    parentSourcedId: to('academicSessions'),
    schoolYear: needed,
  },
  courses: {
    ...COMMON,
    schoolYearSourcedId: to('academicSessions'),
    title: needed,
    courseCode: text,
    grades: text,
    orgSourcedId: to('orgs', 'required'),
    subjects: text,
    subjectCodes: text,
  },
  classes: {
    ...COMMON,
    title: needed,
    grades: text,
    courseSourcedId: to('courses', 'required'),
    classCode: text,
    classType: oneOf('homeroom', 'scheduled'),
    location: text,
    schoolSourcedId: to('orgs', 'required'),
    termSourcedIds: { ...allTo('academicSessions'), required: true },
    subjects: text,
    subjectCodes: text,
    periods: text,
  },
  users: {
    ...COMMON,
    enabledUser: { kind: 'boolean', required: true },
    username: text,
    userIds: text,
    givenName: { kind: 'name', required: true },
    familyName: { kind: 'name', required: true },
    middleName: text,
    identifier: text,
    /** Required of adults; see features/rosters. Young children have none. */
    email: { kind: 'email' },
    sms: text,
    phone: text,
    agentSourcedIds: allTo('users'),
    grades: text,
    password: text,
    userMasterIdentifier: text,
    resourceSourcedIds: text,
    preferredGivenName: { kind: 'name' },
    preferredMiddleName: text,
    preferredFamilyName: { kind: 'name' },
    primaryOrgSourcedId: to('orgs'),
    pronouns: text,
  },
  demographics: {
    sourcedId: { kind: 'id', required: true, refersTo: 'users' },
    status: text,
    dateLastModified: text,
    birthDate: day,
    sex: text,
    americanIndianOrAlaskaNative: text,
    asian: text,
    blackOrAfricanAmerican: text,
    nativeHawaiianOrOtherPacificIslander: text,
    white: text,
    demographicRaceTwoOrMoreRaces: text,
    hispanicOrLatinoEthnicity: text,
    countryOfBirthCode: text,
    stateOfBirthAbbreviation: text,
    cityOfBirth: text,
    publicSchoolResidenceStatus: text,
  },
  roles: {
    ...COMMON,
    userSourcedId: to('users', 'required'),
    roleType: oneOf('primary', 'secondary'),
    role: oneOf(...ROSTER_ROLES),
    beginDate: day,
    endDate: day,
    orgSourcedId: to('orgs', 'required'),
    userProfileSourcedId: text,
  },
  enrollments: {
    ...COMMON,
    classSourcedId: to('classes', 'required'),
    schoolSourcedId: to('orgs', 'required'),
    userSourcedId: to('users', 'required'),
    role: oneOf('administrator', 'proctor', 'student', 'teacher'),
    primary: { kind: ['true', 'false', ''] },
    beginDate: day,
    endDate: day,
  },
}

/** Columns that Lodestar does not use or store: secrets, and statutory data about children. */
export const isIgnoredColumn = (file: RosterFile, column: string): boolean =>
  (file === 'users' && column === 'password') ||
  (file === 'demographics' &&
    !['sourcedId', 'status', 'dateLastModified', 'birthDate'].includes(column))

export type Cells = Readonly<Record<string, string>>
export type CellProblem = { column: string; message: string }

/** Required columns that a file lacks. Optional columns may be missing, and others are allowed. */
export const missingColumns = (file: RosterFile, header: readonly string[]): string[] =>
  Object.entries(ROSTER_COLUMNS[file]).flatMap(([column, { required }]) =>
    required && !header.includes(column) ? [column] : [],
  )

const BOOLEANS: Record<string, string> = {
  true: 'true',
  yes: 'true',
  '1': 'true',
  false: 'false',
  no: 'false',
  '0': 'false',
}

const normalizeCell = (kind: Kind | undefined, value: string): string => {
  const lower = value.toLowerCase()
  if (kind === 'boolean') return BOOLEANS[lower] ?? value
  // Some systems export a day as its midnight.
  if (kind === 'date') return value.replace(/T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/, '')
  if (typeof kind === 'object') return kind.find((each) => each.toLowerCase() === lower) ?? value
  return value
}

/** Removes space around cells and unifies the spellings of values that school systems write differently. */
export const normalizeRow = (file: RosterFile, cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([column, given]) => {
      const value = given.trim()
      if (column === 'status') {
        const status = value.toLowerCase()
        return [column, status === 'inactive' ? 'tobedeleted' : status]
      }
      return [column, normalizeCell(ROSTER_COLUMNS[file][column]?.kind, value)]
    }),
  )

const FORMER_ROLES: Record<string, RosterRole> = { administrator: 'siteAdministrator' }

/** Row of roles.csv for a user of OneRoster 1.1. */
export const roleOfUser = (user: Cells): { cells?: Cells; problems: CellProblem[] } => {
  const given = (user['role'] ?? '').toLowerCase()
  const role = FORMER_ROLES[given] ?? ROSTER_ROLES.find((each) => each.toLowerCase() === given)
  if (!role) {
    const message = given ? `Must be one of: ${ROSTER_ROLES.join(', ')}` : 'Is empty'
    return { problems: [{ column: 'role', message }] }
  }
  const { sourcedId = '', status = '', orgSourcedIds = '' } = user
  const orgSourcedId = orgSourcedIds.split(',', 1)[0]?.trim() ?? ''
  return {
    cells: {
      sourcedId,
      status,
      userSourcedId: sourcedId,
      roleType: 'primary',
      role,
      orgSourcedId,
    },
    problems: [],
  }
}

const MAX_ID_LENGTH = 255
const DAY = /^\d{4}-\d\d-\d\d$/
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/

/** JavaScript accepts the 30th of February as a date, and the year 0, which PostgreSQL does not. */
const isDay = (value: string) => {
  if (value.startsWith('0000')) return false
  const time = DAY.test(value) ? new Date(`${value}T00:00Z`) : undefined
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}

const problemOf = (kind: Kind, value: string): string | undefined => {
  if (typeof kind === 'object') {
    return kind.includes(value) ? undefined : `Must be one of: ${kind.filter(Boolean).join(', ')}`
  }
  if (kind === 'id') {
    if (value.length > MAX_ID_LENGTH) return `Longer than ${MAX_ID_LENGTH} characters`
    return /\s/.test(value) ? 'An id has no spaces' : undefined
  }
  if (kind === 'boolean') return /^(true|false)$/.test(value) ? undefined : 'Must be true or false'
  if (kind === 'date') return isDay(value) ? undefined : 'Must be a day written as 2026-09-01'
  if (kind === 'email') {
    const isAddress = EMAIL.test(value) && value.length <= 254
    return isAddress ? undefined : 'Is not an email address'
  }
  if (kind === 'name') {
    if (value.trim().length > 100) return 'Longer than 100 characters'
    if (holdsWebAddress(value)) return 'A name cannot contain a web address'
    return isSingleLine(value) ? undefined : 'Must be one line without invisible characters'
  }
  return undefined
}

/** Problems within one normalized row. */
export const problemsOfRow = (file: RosterFile, cells: Cells): CellProblem[] => {
  const problems = Object.entries(ROSTER_COLUMNS[file]).flatMap(
    ([column, { kind, required }]): CellProblem[] => {
      const value = cells[column] ?? ''
      if (!isStorableText(value))
        return [{ column, message: 'Contains characters that cannot be stored' }]
      if (value === '') return required ? [{ column, message: 'Is empty' }] : []
      const message = problemOf(kind, value)
      return message ? [{ column, message }] : []
    },
  )
  const { status = '', dateLastModified = '' } = cells
  return [
    ...problems,
    ...(['', 'active', 'tobedeleted'].includes(status)
      ? []
      : [{ column: 'status', message: 'Must be active or tobedeleted' }]),
    ...(dateLastModified !== '' && Number.isNaN(Date.parse(dateLastModified))
      ? [{ column: 'dateLastModified', message: 'Must be a time' }]
      : []),
  ]
}

/**
 * Maps roster roles to roles on this site. A file never grants power over the site or over learners not assigned to the person:
 * administrators of a school become observers, and an admin can promote them.
 */
export const SITE_ROLES = {
  student: 'student',
  parent: 'parent',
  guardian: 'parent',
  relative: 'parent',
  teacher: 'advisor',
  aide: 'observer',
  counselor: 'observer',
  proctor: 'observer',
  principal: 'observer',
  siteAdministrator: 'observer',
  districtAdministrator: 'observer',
  systemAdministrator: 'observer',
} as const satisfies Record<RosterRole, string>

/** Columns of the simple file. Only the first three are required. */
const SIMPLE_COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'role',
  'date_of_birth',
  'parent_email',
  'parent_name',
  'id',
] as const
const SIMPLE_NEEDED = SIMPLE_COLUMNS.slice(0, 3)

export const missingSimpleColumns = (header: readonly string[]): string[] =>
  SIMPLE_NEEDED.filter((column) => !header.includes(column))

const SIMPLE_ROLES: Record<string, RosterRole> = {
  '': 'student',
  student: 'student',
  learner: 'student',
  parent: 'parent',
  guardian: 'parent',
  advisor: 'teacher',
  teacher: 'teacher',
  observer: 'aide',
}

/** Names of staged columns in the simple file, for problem reports. */
const SIMPLE_NAMES: Record<string, string> = {
  sourcedId: 'id',
  givenName: 'first_name',
  familyName: 'last_name',
  email: 'email',
}

/**
 * Converts a line of the simple file to OneRoster rows, so that both formats share their rules: a person, their role and
 * birthday. The parent's columns stay in the person's row. People without an id are identified by email; one of both is needed.
 */
export const toOneRosterRows = (
  line: Cells,
): { rows: { file: RosterFile; cells: Cells }[]; problems: CellProblem[] } => {
  const cell = (column: (typeof SIMPLE_COLUMNS)[number]) => (line[column] ?? '').trim()
  const role = SIMPLE_ROLES[cell('role').toLowerCase()]
  const born = cell('date_of_birth')
  const parent = cell('parent_email')
  const email = cell('email').toLowerCase()
  const sourcedId = cell('id') || (email && `mail:${email}`)
  const person = {
    sourcedId,
    enabledUser: 'true',
    givenName: cell('first_name'),
    familyName: cell('last_name'),
    email: cell('email'),
    parentEmail: parent,
    parentName: cell('parent_name'),
  }
  const problems: CellProblem[] = [
    ...problemsOfRow('users', person).map(({ column, message }) => ({
      column: SIMPLE_NAMES[column] ?? column,
      message,
    })),
    ...(role ? [] : [{ column: 'role', message: 'Must be student, parent, advisor or observer' }]),
    ...(born === '' || isDay(born)
      ? []
      : [{ column: 'date_of_birth', message: 'Must be a day written as 2016-09-01' }]),
    ...(parent === '' || EMAIL.test(parent)
      ? []
      : [{ column: 'parent_email', message: 'Is not an email address' }]),
  ]
  return {
    rows: [
      { file: 'users', cells: person },
      {
        file: 'roles',
        cells: {
          sourcedId,
          userSourcedId: sourcedId,
          roleType: 'primary',
          role: role ?? 'student',
        },
      },
      { file: 'demographics', cells: { sourcedId, birthDate: isDay(born) ? born : '' } },
    ],
    problems,
  }
}
