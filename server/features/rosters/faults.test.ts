import { afterAll, beforeAll, expect, test } from 'vitest'

import { filesOf, rosterOf, zipOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let site: RosterSite
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  site = rosterSite(app, await app.person({ role: 'admin' }))
})
afterAll(() => app.stop())

/** Brings a roster after its files were edited as text. */
const bringEdited = async (edit: (files: Map<string, string>) => void, students = 4) => {
  const files = filesOf(rosterOf(students))
  edit(files)
  return site.bring(await zipOf(files))
}
const replace = (files: Map<string, string>, file: string, from: string, to: string) => {
  expect(files.get(file)).toContain(from)
  files.set(file, files.get(file)!.replaceAll(from, to))
}

test('a stray quote is one fault in its own line, also after line breaks within cells', async () => {
  const shown = await bringEdited((files) => {
    replace(files, 'orgs.csv', 'North School', '"North\r\nSchool"')
    replace(files, 'orgs.csv', 'South School', 'The "South" School')
    replace(files, 'users.csv', 'Given1,', '"Given1,')
    replace(files, 'users.csv', 'Given2,', '"Given"2,')
  })
  expect(shown.state).toBe('ready')
  expect(await site.problems(shown)).toEqual([
    'orgs:5 : A quote inside a cell: put the cell in quotes and write the quote twice',
    'users:3 : Text follows a closing quote: a quote within a cell is written twice',
    'users:4 : Text follows a closing quote: a quote within a cell is written twice',
  ])
  expect(shown.people).toEqual({ create: 5, refuse: 2 })
})

test('a quote that is never closed is one fault, and the rows after it are read', async () => {
  const shown = await bringEdited((files) => {
    files.set('orgs.csv', `${files.get('orgs.csv')!}"`)
    replace(files, 'users.csv', 's1@school.example', '"s1@school.example')
  })
  expect(shown.state).toBe('ready')
  expect(await site.problems(shown)).toEqual([
    'orgs:5 : A quote is opened and never closed',
    'users:3 : Text follows a closing quote: a quote within a cell is written twice',
  ])
})

test('OneRoster 1.1 is read: the role is in users.csv', async () => {
  const { roles, ...roster } = rosterOf(4)
  const files = filesOf(roster, { version: '1.1' })
  const roleOf = new Map(roles.map((row) => [row['userSourcedId'], row['role']]))
  const [header = '', ...lines] = files.get('users.csv')!.trimEnd().split('\r\n')
  files.set(
    'users.csv',
    [
      `${header},role,orgSourcedIds`,
      ...lines.map((line) => `${line},${roleOf.get(line.split(',', 1)[0])},"org-1,org-2"`),
    ].join('\r\n'),
  )
  const shown = await site.bring(await zipOf(files))
  expect(await site.problems(shown)).toEqual([])
  expect(shown.people).toEqual({ create: 7 })
})

test('optional columns may be missing, and the spellings of other systems are read', async () => {
  const shown = await bringEdited((files) => {
    const kept = ['sourcedId', 'enabledUser', 'givenName', 'familyName', 'email', 'status']
    const [header = '', ...lines] = files.get('users.csv')!.trimEnd().split('\r\n')
    const columns = header.split(',')
    const values = ['TRUE', 'True', '1', 'yes']
    files.set(
      'users.csv',
      [
        kept.join(','),
        ...lines.map((line, index) => {
          const cells = line
            .replace('"Anaïs, “Nana”"', 'Anaïs')
            .replace(/"(.*), PhD"/, '$1')
            .split(',')
          return kept
            .map((column) =>
              column === 'enabledUser'
                ? values[index % 4]
                : column === 'status'
                  ? ['active', 'Active', '', ' ACTIVE '][index % 4]
                  : cells[columns.indexOf(column)],
            )
            .join(',')
        }),
        ',,,,,',
      ].join('\n'),
    )
    replace(files, 'demographics.csv', '2011-03-04', '2011-03-04T00:00:00.000Z')
    replace(files, 'roles.csv', ',primary,student,', ',Primary,Student,')
  })
  expect((await site.problems(shown)).filter((each) => !each.startsWith('note'))).toEqual([])
  expect(shown.people).toEqual({ create: 7 })
})

test('several guardians of a child may be separated by a comma and a space', async () => {
  const text = JSON.stringify(rosterOf(4))
  const roster = JSON.parse(
    text.replaceAll('"g-0"', '"mothers"').replaceAll('"g-1"', '"stepmothers"'),
  ) as ReturnType<typeof rosterOf>
  roster.users[0]!['agentSourcedIds'] = 'mothers, stepmothers'
  roster.users[1]!['agentSourcedIds'] = 'mothers,stepmothers'
  const shown = await site.bringRoster(roster)
  expect(await site.problems(shown)).toEqual([])
})

test('faults of real exports are each named by line, column and a sentence', async () => {
  const roster = rosterOf(60)
  const user = (index: number, cells: object) => Object.assign(roster.users[index]!, cells)
  const child = (index: number, cells: object) => Object.assign(roster.demographics[index]!, cells)
  const row = (file: keyof typeof roster, index: number, cells: object) =>
    Object.assign(roster[file][index]!, cells)
  row('orgs', 1, { type: 'campus' })
  row('orgs', 2, { name: '' })
  row('academicSessions', 1, { startDate: '01/08/2026' })
  row('academicSessions', 0, { schoolYear: '' })
  row('courses', 0, { title: '' })
  row('classes', 0, { classType: 'advisory' })
  row('classes', 1, { termSourcedIds: '' })
  row('classes', 2, { schoolSourcedId: 'org-9' })
  user(0, { sourcedId: '' })
  user(1, { sourcedId: 's 1' })
  user(2, { sourcedId: 'x'.repeat(256) })
  user(3, { enabledUser: '' })
  user(4, { enabledUser: 'maybe' })
  user(5, { givenName: '' })
  user(6, { familyName: '' })
  user(7, { givenName: 'www.evil.example' })
  user(8, { familyName: 'x'.repeat(101) })
  user(9, { givenName: 'Two\nLines' })
  user(10, { email: '' })
  user(11, { email: 'n/a' })
  user(12, { email: 'a@b@c.example' })
  user(13, { email: 'a@localhost' })
  user(14, { email: 'Jo <jo@school.example>' })
  user(15, { email: 'a@x.example;b@x.example' })
  user(16, { email: `${'x'.repeat(250)}@x.example` })
  user(17, { preferredGivenName: 'http://x.example' })
  user(18, { status: 'withdrawn' })
  user(19, { dateLastModified: 'yesterday' })
  user(20, { email: 's21@school.example' })
  user(22, { primaryOrgSourcedId: 'org-9' })
  user(23, { agentSourcedIds: 'g-99' })
  child(24, { birthDate: '2017-02-30' })
  child(25, { birthDate: '03/04/2017' })
  child(26, { birthDate: '20170304' })
  child(27, { birthDate: '2099-01-01' })
  child(28, { birthDate: '1817-03-04' })
  child(29, { birthDate: '' })
  child(30, { sourcedId: 's-99' })
  row('roles', 31, { role: 'pupil' })
  row('roles', 32, { roleType: 'main' })
  row('roles', 33, { userSourcedId: 's-98' })
  row('roles', 34, { orgSourcedId: '' })
  row('roles', 35, { beginDate: 'August' })
  row('enrollments', 36, { role: 'pupil' })
  row('enrollments', 37, { classSourcedId: 'k-99' })
  row('enrollments', 38, { userSourcedId: '' })
  row('enrollments', 39, { primary: 'maybe' })
  row('enrollments', 40, { endDate: '2026-13-01' })
  row('enrollments', 41, { sourcedId: 'e-s-40' })
  const shown = await site.bringRoster(roster)
  expect(shown.state).toBe('ready')
  const found = await site.problems(shown)
  const named = new Set(found.map((each) => each.replace(/^note /, '').split(' ', 1)[0]))
  const lines = [
    ...[3, 4].map((line) => `orgs:${line}`),
    ...[2, 3].map((line) => `academicSessions:${line}`),
    'courses:2',
    ...[2, 3, 4].map((line) => `classes:${line}`),
    ...Array.from({ length: 24 }, (_, index) => `users:${index + 2}`),
    ...[26, 27, 28, 32].map((line) => `demographics:${line}`),
    ...[29, 30, 31].map((line) => `users:${line}`),
    ...[33, 34, 35, 36, 37].map((line) => `roles:${line}`),
    ...[38, 39, 40, 41, 42, 43].map((line) => `enrollments:${line}`),
  ]
  expect(lines).toHaveLength(50)
  expect(lines.filter((line) => !named.has(line))).toEqual([])
  expect(found.every((each) => /: [A-Z].{6,}$/.test(each))).toBe(true)
})
