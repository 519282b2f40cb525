import { ROSTER_FILES, type RosterFile } from './roster.ts'

// JSON of the OneRoster 1.2 rostering service (imsglobal.org/spec/oneroster/v1p2/bind/rest/roster-openapi) as rows of the CSV
// binding, so that both are checked and applied by the same rules.

export type ServiceRecord = Readonly<Record<string, unknown>>

/** Collections of the service, one request path each. Roles are part of users. */
export const COLLECTIONS = ROSTER_FILES.filter((file) => file !== 'roles')

/** Columns whose references have another name in JSON, and a single id each. */
const REFERENCES: Partial<Record<RosterFile, Record<string, string>>> = {
  orgs: { parentSourcedId: 'parent' },
  academicSessions: { parentSourcedId: 'parent' },
  courses: { schoolYearSourcedId: 'schoolYear', orgSourcedId: 'org' },
  classes: { courseSourcedId: 'course', schoolSourcedId: 'school', termSourcedIds: 'terms' },
  users: { agentSourcedIds: 'agents', primaryOrgSourcedId: 'primaryOrg' },
  enrollments: { classSourcedId: 'class', schoolSourcedId: 'school', userSourcedId: 'user' },
}

const isRecord = (value: unknown): value is ServiceRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cellOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join(',')
  if (isRecord(value)) return cellOf(value['sourcedId'])
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** Cells of a record, in the order of the columns. */
export const cellsOfRecord = (
  file: RosterFile,
  columns: readonly string[],
  record: ServiceRecord,
): string[] => columns.map((column) => cellOf(record[REFERENCES[file]?.[column] ?? column]))

/** Rows of roles.csv for a user: each role of the service has no id of its own. */
export const rolesOfRecord = (columns: readonly string[], user: ServiceRecord): string[][] => {
  const roles = Array.isArray(user['roles']) ? user['roles'].filter(isRecord) : []
  const userId = cellOf(user['sourcedId'])
  return roles.map((role, index) => {
    const record: ServiceRecord = {
      ...role,
      sourcedId: `${userId}:${index}`,
      status: user['status'],
      userSourcedId: userId,
      orgSourcedId: role['org'],
      userProfileSourcedId: role['userProfile'],
    }
    return columns.map((column) => cellOf(record[column]))
  })
}
