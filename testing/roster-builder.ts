import { buffer } from 'node:stream/consumers'

import { stringify } from 'csv-stringify/sync'
import { ZipFile } from 'yazl'

import { ROSTER_COLUMNS, ROSTER_FILES, type RosterFile } from '#rules/roster'

type Cells = Record<string, string>
export type Roster = Record<RosterFile, Cells[]>

/** A school with this many children, their teachers, and a guardian for every two children. */
export const rosterOf = (students: number, { schoolYear = '2027' } = {}): Roster => {
  const classes = Math.ceil(students / 25)
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const schoolOf = (index: number) => (index % 2 === 0 ? 'org-1' : 'org-2')
  const student = (index: number): Cells => ({
    sourcedId: `s-${index}`,
    enabledUser: 'true',
    username: `student.${index}`,
    givenName: index % 7 === 0 ? 'Anaïs, “Nana”' : `Given${index}`,
    familyName: index % 11 === 0 ? "O'Brien-李" : `Family${Math.floor(index / 2)}`,
    identifier: `00${index}`,
    email: `s${index}@school.example`,
    agentSourcedIds: `g-${Math.floor(index / 2)}`,
    grades: '05',
    primaryOrgSourcedId: schoolOf(index),
  })
  const adult = (sourcedId: string, index: number): Cells => ({
    sourcedId,
    enabledUser: 'true',
    givenName: 'Alex',
    familyName: `${sourcedId}, PhD`,
    email: `${sourcedId}@school.example`,
    primaryOrgSourcedId: schoolOf(index),
  })
  const role = (userSourcedId: string, name: string, index: number): Cells => ({
    sourcedId: `r-${userSourcedId}`,
    userSourcedId,
    roleType: 'primary',
    role: name,
    orgSourcedId: schoolOf(index),
  })
  const guardians = numbers(Math.ceil(students / 2))
  return {
    orgs: [
      { sourcedId: 'district', name: 'Harbour District', type: 'district' },
      { sourcedId: 'org-1', name: 'North School', type: 'school', parentSourcedId: 'district' },
      { sourcedId: 'org-2', name: 'South School', type: 'school', parentSourcedId: 'district' },
    ],
    academicSessions: [
      {
        sourcedId: 'year',
        title: 'School year',
        type: 'schoolYear',
        startDate: '2026-08-01',
        endDate: '2027-07-31',
        schoolYear,
      },
      {
        sourcedId: 'term',
        title: 'Autumn',
        type: 'term',
        startDate: '2026-08-01',
        endDate: '2026-12-20',
        parentSourcedId: 'year',
        schoolYear,
      },
    ],
    courses: [
      { sourcedId: 'c-1', schoolYearSourcedId: 'year', title: 'Home', orgSourcedId: 'org-1' },
    ],
    classes: numbers(classes).map((index) => ({
      sourcedId: `k-${index}`,
      title: `Class ${index}`,
      grades: '05',
      courseSourcedId: 'c-1',
      classType: 'homeroom',
      schoolSourcedId: schoolOf(index),
      termSourcedIds: 'year,term',
    })),
    users: [
      ...numbers(students).map(student),
      ...numbers(classes).map((index) => adult(`t-${index}`, index)),
      ...guardians.map((index) => adult(`g-${index}`, index)),
    ],
    demographics: numbers(students).map((index) => ({
      sourcedId: `s-${index}`,
      birthDate: index % 3 === 0 ? '2017-03-04' : '2011-03-04',
    })),
    roles: [
      ...numbers(students).map((index) => role(`s-${index}`, 'student', index)),
      ...numbers(classes).map((index) => role(`t-${index}`, 'teacher', index)),
      ...guardians.map((index) => role(`g-${index}`, 'guardian', index)),
    ],
    enrollments: [
      ...numbers(students).map((index) => ({
        sourcedId: `e-s-${index}`,
        classSourcedId: `k-${index % classes}`,
        schoolSourcedId: schoolOf(index),
        userSourcedId: `s-${index}`,
        role: 'student',
        primary: 'false',
      })),
      ...numbers(classes).map((index) => ({
        sourcedId: `e-t-${index}`,
        classSourcedId: `k-${index}`,
        schoolSourcedId: schoolOf(index),
        userSourcedId: `t-${index}`,
        role: 'teacher',
        primary: 'true',
      })),
    ],
  }
}

const csv = (columns: string[], rows: Cells[]) =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { header: true, columns, record_delimiter: '\r\n' },
  )

/** Files of a roster by name, in the standard's format. */
export const filesOf = (
  roster: Partial<Roster>,
  { mode = 'bulk', version = '1.2' }: { mode?: 'bulk' | 'delta'; version?: string } = {},
): Map<string, string> =>
  new Map([
    [
      'manifest.csv',
      csv(
        ['propertyName', 'value'],
        [
          { propertyName: 'manifest.version', value: '1.0' },
          { propertyName: 'oneroster.version', value: version },
          ...ROSTER_FILES.map((file) => ({
            propertyName: `file.${file}`,
            value: roster[file] ? mode : 'absent',
          })),
        ],
      ),
    ],
    ...ROSTER_FILES.flatMap((file) => {
      const rows = roster[file]
      return rows ? [[`${file}.csv`, csv(Object.keys(ROSTER_COLUMNS[file]), rows)] as const] : []
    }),
  ])

export const zipOf = (files: Map<string, string | Buffer>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}
