import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { invitations } from '#contract/invitations'
import { notifications } from '#contract/notifications'
import { MAX_UPLOAD } from '#rules/uploads'
import { recordConsent } from '#testing/family-builder'
import { readZip } from '#testing/read-zip'
import { filesOf, rosterOf, zipOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { startApp } from '#testing/start-app'

const ofAdmin = async (work: (site: RosterSite) => Promise<void>) => {
  const app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  try {
    await work(rosterSite(app, await app.person({ role: 'admin' })))
  } finally {
    await app.stop()
  }
}

test('a school of 5,000 rows is shown, applied, changes nothing the second time, and leaves as it came', () =>
  ofAdmin(async ({ app, bringRoster, apply, download, user, call }) => {
    const roster = rosterOf(1200)
    const rows = Object.values(roster).flat()
    expect(rows.length).toBeGreaterThan(5000)

    const shown = await bringRoster(roster)
    expect(shown).toMatchObject({
      state: 'ready',
      errors: 0,
      warnings: 0,
      people: { create: 1848 },
    })
    expect(await user('s1@school.example')).toBeUndefined()

    const applied = await apply(shown)
    expect(applied).toMatchObject({ state: 'applied', people: { create: 1848 }, not_invited: 1848 })
    expect(await user('s0@school.example')).toMatchObject({
      first_name: 'Anaïs, “Nana”',
      last_name: "O'Brien-李",
      role: 'student',
      status: 'pending_consent',
      parent_email: 'g-0@school.example',
      date_of_birth: '2017-03-04',
    })
    expect(await user('s1@school.example')).toMatchObject({ status: 'active' })
    expect(await user('t-1@school.example')).toMatchObject({ role: 'advisor', status: 'active' })
    const links = await app.db.selectFrom('guardian_links').select('guardian_email').execute()
    expect(links.filter((link) => link.guardian_email === 'g-0@school.example')).toHaveLength(2)
    const advised = await app.db.selectFrom('caseload').select('advisor_id').execute()
    expect(advised).toHaveLength(1200)

    const again = await bringRoster(roster)
    expect(again.people).toEqual({ same: 1848 })
    await apply(again)
    const { count } = await app.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1849)

    const left = readZip(await download('oneroster.zip'))
    for (const [name, content] of filesOf(roster)) {
      if (name !== 'manifest.csv') expect(left.get(name)?.toString(), name).toBe(content)
    }
    expect(left.get('manifest.csv')?.toString()).toContain('oneroster.version,1.2\r\n')
    const back = await call.listImports()
    expect(back.items.map(({ state }) => state)).toEqual(['applied', 'applied'])
  }))

describe('a list that is numbered anew gives no account to somebody else', () => {
  const HEADER = 'id,first_name,last_name,email,role,date_of_birth,parent_email'
  const sheet = (rows: string[]) => [HEADER, ...rows].join('\n')
  const isSomebodyElse = (line: number) =>
    expect.stringMatching(
      new RegExp(`^users:${line} sourcedId: Is here as .* never given to somebody else`),
    )
  const numbered = (people: string[]) => sheet(people.map((person, i) => `${i + 1},${person}`))

  test.each([
    [
      'of another name and birthday',
      ['Given,Family,g@s.example,student,2011-03-04,', 'Ann,Berg,a@s.example,student,2012-07-09,'],
      ['Ben,Klein,b@s.example,student,2011-09-02,', 'Ann,Berg,a@s.example,student,2012-07-09,'],
      [2],
    ],
    [
      'of the same surname',
      [
        'Binh,Nguyen,,student,2019-02-01,pa@h.example',
        'Chi,Nguyen,,student,2018-07-09,ma@h.example',
      ],
      [
        'Anh,Nguyen,,student,2018-05-05,ba@h.example',
        'Binh,Nguyen,,student,2019-02-01,pa@h.example',
        'Chi,Nguyen,,student,2018-07-09,ma@h.example',
      ],
      [2, 3],
    ],
    [
      'born on the same day',
      ['Ben,Berg,,student,2018-07-09,', 'Cleo,Berg,,student,2018-07-09,'],
      [
        'Ann,Berg,,student,2018-07-09,',
        'Ben,Berg,,student,2018-07-09,',
        'Cleo,Berg,,student,2018-07-09,',
      ],
      [2, 3],
    ],
    [
      'of whom no birthday is known',
      ['Maria,Garcia,g@m.example,parent,,', 'Maria,Lopez,l@m.example,parent,,'],
      [
        'Maria,Alvarez,a@m.example,parent,,',
        'Maria,Garcia,g@m.example,parent,,',
        'Maria,Lopez,l@m.example,parent,,',
      ],
      [2, 3],
    ],
  ])('%s', async (_, before, after, lines) => {
    await ofAdmin(async ({ bring, apply, problems }) => {
      await apply(await bring(numbered(before), 'simple'))
      const found = await problems(await bring(numbered(after), 'simple'))
      expect(found).toEqual(expect.arrayContaining(lines.map(isSomebodyElse)))
      expect(found.filter((each) => each.includes('never given'))).toHaveLength(lines.length)
    })
  })

  test('but somebody keeps theirs who marries, is adopted, or gets another address', () =>
    ofAdmin(async ({ bring, apply, problems, user }) => {
      const before = [
        'Maria,Garcia,g@m.example,parent,,',
        'Ann,Berg,,student,2018-07-09,',
        'Zoe,Sand,z@s.example,student,2012-01-01,',
      ]
      await apply(await bring(numbered(before), 'simple'))
      const after = [
        'Maria,Lopez,lopez@m.example,parent,,',
        'Ann,Klein,,student,2018-07-09,',
        'Zach,Sand,zach@s.example,student,2012-01-01,',
      ]
      const shown = await bring(numbered(after), 'simple')
      expect(await problems(shown)).toEqual([])
      await apply(shown)
      expect(await user('lopez@m.example')).toMatchObject({ first_name: 'Maria' })
    }))
})

test('an address of a guardian becomes no learner’s and no stranger’s, in a later list either', () =>
  ofAdmin(async ({ bring, apply, problems, user }) => {
    const list = (mia: string, kim: string, eva: string, ofEva = 'eva@h.example') =>
      bring(
        [
          'id,first_name,last_name,email,role,date_of_birth,parent_email',
          `1,Mia,Lund,${mia},student,2015-03-04,ma@lund.example`,
          `2,Kim,Sand,${kim},student,2006-03-04,`,
          `3,Eva,Holm,${eva},parent,,`,
          `4,Ole,Holm,ole@s.example,student,2015-03-04,${ofEva}`,
        ].join('\n'),
        'simple',
      )
    await apply(await list('mia@s.example', 'kim@s.example', 'eva@h.example'))
    const refused = await list('ma@lund.example', 'MA@lund.example', 'ma@lund.example')
    expect(await problems(refused)).toEqual(
      expect.arrayContaining([
        'users:2 email: Is the address of their guardian, too: leave it empty for a child without one',
        expect.stringMatching(/^users:3 email: Is the address of a guardian/),
        expect.stringMatching(/^users:4 email: Is the address of a guardian/),
      ]),
    )
    await apply(refused)
    expect(await user('mia@s.example')).toMatchObject({ first_name: 'Mia' })
    // A parent who moves.
    const moved = await list('mia@s.example', 'kim@s.example', 'eva@new.example', 'eva@new.example')
    expect(await problems(moved)).toEqual([])
    await apply(moved)
    expect(await user('eva@new.example')).toMatchObject({ first_name: 'Eva' })
  }))

test('a birthday that makes a child of an adult is an error until somebody corrects it', () =>
  ofAdmin(async ({ bringRoster, apply, problems }) => {
    const roster = rosterOf(4)
    Object.assign(roster.demographics[1]!, { birthDate: '2005-03-04' })
    await apply(await bringRoster(roster))
    Object.assign(roster.demographics[1]!, { birthDate: '2015-03-04' })
    expect(await problems(await bringRoster(roster))).toEqual([
      "users:3 birthDate: Makes them younger or older across 13 or 18 than their account, born 2005-03-04: correct it in the file, or on the person's page",
      'note users:3 birthDate: Stays 2005-03-04 here: change it by hand',
    ])
  }))

describe('with a small school', () => {
  let site: RosterSite
  let stop: () => Promise<void>
  beforeAll(async () => {
    const app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
    stop = app.stop
    site = rosterSite(app, await app.person({ role: 'admin' }))
  })
  afterAll(() => stop())

  test('a roster may be larger than other uploads', async () => {
    const files = new Map<string, string | Buffer>(filesOf(rosterOf(4)))
    const shown = await site.bring(await zipOf(files.set('notes.bin', randomBytes(MAX_UPLOAD))))
    expect(shown.state).toBe('ready')
    await site.call.discardImport({ params: { id: shown.id } })
  })

  test('rows that are wrong are named by file, line and column and left out; the others come', async () => {
    const roster = rosterOf(4)
    Object.assign(roster.users[1]!, { email: 'nobody', givenName: '' })
    Object.assign(roster.users[2]!, { email: 'S3@School.Example' })
    Object.assign(roster.demographics[0]!, { birthDate: '2017-02-30' })
    Object.assign(roster.orgs[1]!, { status: 'gone' })
    roster.enrollments.push({ ...roster.enrollments[0]!, userSourcedId: 'nobody' })
    const shown = await site.bringRoster(roster)
    expect(await site.problems(shown)).toEqual([
      'orgs:3 status: Must be active or tobedeleted',
      'users:3 givenName: Is empty',
      'users:3 email: Is not an email address',
      'demographics:2 birthDate: Must be a day written as 2026-09-01',
      'enrollments:7 sourcedId: Is in line 2 already',
      'enrollments:7 userSourcedId: Refers to nobody, which is not in users.csv',
      'users:2 sourcedId: Has no birthDate in demographics.csv: under 13 a guardian must agree first',
      'users:4 email: Is the address of lines 4, 5 together',
      'users:5 email: Is the address of lines 4, 5 together',
    ])
    expect(shown.people).toEqual({ create: 3, refuse: 4 })
    const refused = await site.call.listImported({
      params: { id: shown.id },
      query: { outcome: 'refuse' },
    })
    expect(refused.items.map(({ sourced_id }) => sourced_id)).toEqual(['s-0', 's-1', 's-2', 's-3'])
    await site.apply(shown)
    const left = readZip(await site.download('oneroster.zip'))
    for (const file of ['users', 'roles', 'demographics', 'enrollments']) {
      expect(left.get(`${file}.csv`)?.toString(), file).not.toMatch(/\bs-[0-3]\b/)
    }
    expect(left.get('roles.csv')?.toString()).toContain('r-g-0,')
  })

  test('what was changed by hand stays, who is gone is suspended when that is said, and who comes back is let in', async () => {
    const roster = rosterOf(6)
    await site.apply(await site.bringRoster(roster))
    const { id } = (await site.user('s1@school.example'))!
    await site.app.db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', id).execute()

    const next = rosterOf(6)
    next.users[1]!['givenName'] = 'Adelaide'
    next.users[3]!['givenName'] = 'Grace'
    next.users = next.users.filter(({ sourcedId }) => sourcedId !== 's-5' && sourcedId !== 'g-2')
    for (const file of ['roles', 'enrollments'] as const) {
      next[file] = next[file].filter((row) => !['s-5', 'g-2'].includes(row['userSourcedId']!))
    }
    next.demographics.pop()
    const shown = await site.bringRoster(next)
    expect(shown.people).toEqual({ same: 7, change: 1, missing: 2 })
    expect(await site.problems(shown)).toEqual([
      'note users:6 agentSourcedIds: Refers to g-2, which is not in users.csv',
      'note users:3 givenName: Stays Ada here: change it by hand',
    ])
    await expect(
      site.call.applyImport({ params: { id: shown.id }, body: { suspend_missing: true } }),
    ).rejects.toMatchObject({ status: 409, fields: { even_many: expect.any(String) } })
    await site.apply(shown, { suspend_missing: true, even_many: true })
    expect(await site.user('s1@school.example')).toMatchObject({ first_name: 'Ada' })
    expect(await site.user('s3@school.example')).toMatchObject({ first_name: 'Grace' })
    expect(await site.user('s5@school.example')).toMatchObject({ status: 'suspended' })

    const back = await site.bringRoster(roster)
    expect(back.people).toMatchObject({ restore: 2 })
    await site.apply(back)
    expect(await site.user('s5@school.example')).toMatchObject({ status: 'active' })
  })

  test('whoever has left is no longer known by the school’s address, and one address passes to the next person at once', async () => {
    const roster = rosterOf(6)
    await site.apply(await site.bringRoster(roster))
    const known = async (email: string) => (await site.user(email))?.school_email
    const ids = [
      (await site.user('s1@school.example'))!.id,
      (await site.user('s2@school.example'))!.id,
    ]
    const next = rosterOf(6)
    next.users[1]!['email'] = 's1-married@school.example'
    next.users[2]!['email'] = 's1@school.example'
    next.users = next.users.filter(({ sourcedId }) => sourcedId !== 's-5')
    for (const file of ['roles', 'enrollments'] as const) {
      next[file] = next[file].filter((row) => row['userSourcedId'] !== 's-5')
    }
    next.demographics.pop()
    expect(await known('s5@school.example')).toBe('s5@school.example')
    const shown = await site.bringRoster(next)
    expect(shown.people).toMatchObject({ missing: 1 })
    await site.apply(shown)
    expect(await site.user('s5@school.example')).toMatchObject({
      status: 'active',
      school_email: null,
    })
    expect(await site.user('s1-married@school.example')).toMatchObject({
      id: ids[0],
      school_email: 's1-married@school.example',
    })
    expect(await site.user('s1@school.example')).toMatchObject({
      id: ids[1],
      school_email: 's1@school.example',
    })
    await site.apply(await site.bringRoster(roster))
    expect(await known('s5@school.example')).toBe('s5@school.example')
    expect(await known('s1@school.example')).toBe('s1@school.example')
    expect((await site.user('s1@school.example'))?.id).toBe(ids[0])
  })

  test('a guardian’s ended link stays ended under every spelling of the address, and no minor becomes a guardian', async () => {
    const { app } = site
    const sheet = (parent: string) =>
      site.bring(
        [
          'first_name,last_name,email,role,date_of_birth,parent_email,parent_name',
          `Nora,Berg,nora.berg@berg.example,student,${app.birthdayAt(14)},${parent},Kay Berg`,
        ].join('\n'),
        'simple',
      )
    const bring = async (parent: string) => site.apply(await sheet(parent))
    await bring('kay.berg@berg.example')
    const { id } = (await site.user('nora.berg@berg.example'))!
    const links = () =>
      app.db
        .selectFrom('guardian_links')
        .select('guardian_email')
        .where('learner_id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    expect(await links()).toEqual([{ guardian_email: 'kay.berg@berg.example' }])
    await app.db
      .updateTable('guardian_links')
      .set({ ended_at: app.parts.clock().toISOString(), ended_by: site.admin.id })
      .where('learner_id', '=', id)
      .execute()
    const sibling = await app.person({ dateOfBirth: app.birthdayAt(16) })
    for (const parent of [
      'kay.berg+school@berg.example',
      'nora.berg+mum@berg.example',
      sibling.email.replace('@', '+mum@'),
    ]) {
      await bring(parent)
      expect(await links()).toEqual([])
    }
  })

  test('a guardian whom a spreadsheet names by address alone joins without telling the family that address', async () => {
    const { app } = site
    const email = 'mother@new-home.example'
    const [child, father] = [
      await app.person({ dateOfBirth: app.birthdayAt(10) }),
      await app.person({ role: 'parent', dateOfBirth: '1985-04-02' }),
    ]
    await recordConsent(app, child, father)
    await site.apply(
      await site.bring(
        [
          'first_name,last_name,email,role,date_of_birth,parent_email',
          `Nora,Berg,${child.email},student,${app.birthdayAt(10)},${email}`,
        ].join('\n'),
        'simple',
      ),
    )
    const { items } = await father.call(notifications).listNotifications()
    expect(items.map(({ title }) => title)).toEqual([
      expect.stringContaining('is now a guardian of'),
    ])
    const told = await app.db
      .selectFrom('mailbox')
      .select(['subject', 'body'])
      .where('recipient', 'in', [father.email, child.email])
      .execute()
    expect(JSON.stringify([items, told])).not.toContain('mother@')
  })

  test('a learner of age gets no guardian by the school’s list, new here or not', async () => {
    const { app } = site
    const bring = async (name: string, age: number, parent: string) =>
      site.apply(
        await site.bring(
          [
            'first_name,last_name,email,role,date_of_birth,parent_email,parent_name',
            `${name},Vik,${name}@vik.example,student,${app.birthdayAt(age)},${parent},Bo Vik`,
          ].join('\n'),
          'simple',
        ),
      )
    const guardiansOf = async (name: string) => {
      const { id } = (await site.user(`${name}@vik.example`))!
      const links = await app.db
        .selectFrom('standing_links')
        .select('guardian_email')
        .where('learner_id', '=', id)
        .execute()
      return links.map(({ guardian_email }) => guardian_email)
    }
    await bring('lea', 19, 'bo@vik.example')
    expect(await guardiansOf('lea')).toEqual([])
    await bring('tim', 17, 'bo@vik.example')
    expect(await guardiansOf('tim')).toEqual(['bo@vik.example'])
    const oneYear = 366 * 24 * 3_600_000
    await app.db
      .updateTable('users')
      .set({ date_of_birth: app.birthdayAt(18) })
      .where('email', '=', 'tim@vik.example')
      .execute()
    await app.db
      .updateTable('guardian_links')
      .set({ since: new Date(app.parts.clock().getTime() - oneYear).toISOString() })
      .where('guardian_email', '=', 'bo@vik.example')
      .execute()
    expect(await guardiansOf('tim')).toEqual([])
    await bring('tim', 18, 'bo@new.example')
    expect(await guardiansOf('tim')).toEqual([])
  })

  test('a guardian who is added to a learner who is here already is told to the learner and the family', async () => {
    const { app } = site
    const sheet = (parent: string) =>
      site.bring(
        [
          'first_name,last_name,email,role,date_of_birth,parent_email,parent_name',
          `Ole,Dahl,ole@dahl.example,student,${app.birthdayAt(14)},${parent},Guardian ${parent}`,
        ].join('\n'),
        'simple',
      )
    const toldTo = async (address: string) => {
      const rows = await app.db
        .selectFrom('mailbox')
        .select('subject')
        .where('recipient', '=', address)
        .execute()
      return rows.map(({ subject }) => subject)
    }
    await site.apply(await sheet('first@dahl.example'))
    expect(await toldTo('ole@dahl.example')).toEqual([])
    await app.db
      .updateTable('users')
      .set({ email_verified_at: app.parts.clock().toISOString() })
      .where('email', '=', 'ole@dahl.example')
      .execute()
    await site.apply(await sheet('second@dahl.example'))
    const isNew = expect.stringMatching(/guardian/)
    await expect.poll(() => toldTo('ole@dahl.example'), { timeout: 20_000 }).toEqual([isNew])
    await expect.poll(() => toldTo('first@dahl.example'), { timeout: 20_000 }).toEqual([isNew])
    expect(await toldTo('second@dahl.example')).toEqual([])
  })

  test('an erased account does not come back, and the roster forgets what it said of it', async () => {
    const roster = rosterOf(2)
    await site.apply(await site.bringRoster(roster))
    const child = (await site.user('s1@school.example'))!
    await site.app.db.deleteFrom('users').where('id', '=', child.id).execute()
    const shown = await site.bringRoster(roster)
    expect(await site.problems(shown)).toContain(
      'note users:3 sourcedId: Was erased from this site and will not be imported again',
    )
    const kept = await site.app.db
      .selectFrom('roster_people')
      .select(['given', 'user_id'])
      .where('sourced_id', '=', 's-1')
      .executeTakeFirst()
    expect(kept).toEqual({ given: {}, user_id: null })
  })

  test('what has changed here since it was shown is shown again, and nothing is done', async () => {
    const roster = rosterOf(2)
    const people = roster.users.map((row) => ({
      ...row,
      sourcedId: `n-${row['sourcedId']}`,
      email: `n-${row['email']}`,
      agentSourcedIds: '',
    }))
    const [person] = people
    const roles = [{ ...roster.roles[2]!, sourcedId: 'r-n', userSourcedId: person!.sourcedId }]
    const one = { orgs: roster.orgs, users: [person!], roles }
    const shown = await site.bringRoster(one, { mode: 'bulk' })
    expect(shown.people).toMatchObject({ create: 1 })
    await site.app.db
      .insertInto('users')
      .values({
        first_name: 'Some',
        last_name: 'Body',
        email: person!.email,
        role: 'advisor',
        password_hash: '',
        legal_version: '1',
        email_verified_at: new Date().toISOString(),
      })
      .execute()
    const after = await site.apply(shown)
    expect(after).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining('review it again'),
    })
    expect(after.people).toMatchObject({ join: 1 })
  })

  test.each([
    ['a text', () => Promise.resolve(Buffer.from('hello')), /no manifest\.csv/],
    [
      'half an archive',
      async () => (await zipOf(filesOf(rosterOf(2)))).subarray(0, 900),
      /damaged/,
    ],
    [
      'OneRoster 1.0',
      () => zipOf(filesOf(rosterOf(2), { version: '1.0' })),
      /1\.0; Lodestar reads 1\.1 and 1\.2/,
    ],
    [
      'a file without a column',
      () => {
        const files = filesOf(rosterOf(2))
        files.set('users.csv', files.get('users.csv')!.replace('familyName', 'surname'))
        return zipOf(files)
      },
      /users\.csv has no column familyName/,
    ],
    [
      'text in Latin-1',
      () =>
        zipOf(
          new Map<string, string | Buffer>([
            ...filesOf(rosterOf(2)),
            ['users.csv', Buffer.from('sourcedId,Zo\xeb', 'latin1')],
          ]),
        ),
      /not UTF-8/,
    ],
    [
      'a manifest that names a file that is not there',
      () => {
        const files = filesOf(rosterOf(2))
        files.delete('roles.csv')
        return zipOf(files)
      },
      /lists roles\.csv, but the archive does not contain it/,
    ],
  ] as const)('%s is refused in words', async (_, content, words) => {
    const refused = await site.bring(await content())
    expect(refused).toMatchObject({ state: 'refused', problem: expect.stringMatching(words) })
    expect(await site.problems(refused)).toEqual([])
  })

  test('a table of thousands of columns is refused before its rows are read', async () => {
    const names = Array.from({ length: 15_000 }, (_, index) => `c${index}`).join(',')
    const rows = Array.from({ length: 1000 }, () => ','.repeat(14_999))
    const shown = await site.bring(
      ['first_name,last_name,email,' + names, ...rows].join('\n'),
      'simple',
    )
    expect(shown).toMatchObject({ state: 'refused', problem: expect.stringMatching(/100 columns/) })
  })

  test('whoever was born 15 years ago is a learner, whatever the file says; an adult’s role declares an adult', async () => {
    const born = site.app.birthdayAt(15)
    const shown = await site.bring(
      [
        'first_name,last_name,email,role,date_of_birth',
        `Young,Parent,young-parent@home.example,parent,${born}`,
        `Young,Advisor,young-advisor@home.example,advisor,${born}`,
        'Grown,Parent,grown-parent@home.example,parent,',
      ].join('\n'),
      'simple',
    )
    await site.apply(shown)
    for (const email of ['young-parent@home.example', 'young-advisor@home.example']) {
      expect(await site.user(email)).toMatchObject({ role: 'student', declared_adult: false })
    }
    expect(await site.user('grown-parent@home.example')).toMatchObject({
      role: 'parent',
      declared_adult: true,
    })
  })

  test('a simple file from a spreadsheet: siblings have one parent, and each child an address', async () => {
    const shown = await site.bring(
      [
        '\uFEFFfirst_name;last_name;email;role;date_of_birth;parent_email;parent_name',
        'Ida;"=cmd|\'/c calc\'!A1";ida@home.example;student;2016-05-01;mum@home.example;Ann Berg',
        'Ole;Berg;ole@home.example;;2012-05-01;MUM@home.example;Ann Berg',
        'Mia;Berg;mia@home.example ;student;2012-05-01;;',
        'Tom;https://evil.example;tom@home.example;pirate;yesterday;;',
        'Jo;Teach;jo@home.example;teacher;;;',
      ].join('\r\n'),
      'simple',
    )
    expect(await site.problems(shown)).toEqual([
      'users:5 last_name: A name cannot contain a web address',
      'users:5 role: Must be student, parent, advisor or observer',
      'users:5 date_of_birth: Must be a day written as 2016-09-01',
    ])
    expect(shown.people).toEqual({ create: 4, refuse: 1 })
    await site.apply(shown)
    const ida = (await site.user('ida@home.example'))!
    expect(ida.school_email).toBe('ida@home.example')
    const links = await site.app.db
      .selectFrom('guardian_links')
      .select(['guardian_name', 'learner_id'])
      .where('guardian_email', '=', 'mum@home.example')
      .execute()
    expect(links).toHaveLength(2)
    expect(links).toContainEqual({ guardian_name: 'Ann Berg', learner_id: ida.id })

    const sheet = (await site.download('users.csv')).toString()
    expect(sheet).toContain("Ida, =cmd|'/c calc'!A1,")
    expect(sheet.startsWith('\uFEFFid,first_name')).toBe(true)

    expect(await site.call.inviteImported({ params: { id: shown.id } })).toEqual({ invited: 4 })
    const mailed = async () =>
      (await site.app.db.selectFrom('mailbox').select(['recipient', 'subject']).execute()).filter(
        ({ recipient }) => recipient.endsWith('@home.example'),
      )
    await expect.poll(mailed, { timeout: 20_000 }).toHaveLength(5)
    expect((await site.call.getImport({ params: { id: shown.id } })).not_invited).toBe(0)
  })

  test('the exported audit log says no more about reports than the page', async () => {
    const { db } = site.app
    const [lead, child] = [await site.app.person({ role: 'advisor' }), await site.app.person()]
    const detail = JSON.stringify({ report: 'r-1', reason: 'unkind', relation: 'safeguarding' })
    const about = { subject_id: child.id, detail, address: '192.0.2.7' }
    await db
      .insertInto('audit_log')
      .values([
        { ...about, actor_id: lead.id, action: 'safety_report_released' },
        { ...about, actor_id: lead.id, action: 'learner_read' },
        { ...about, actor_id: child.id, action: 'person_reported' },
      ])
      .execute()
    const rows = (await site.download('audit.csv')).toString().trim().split(/\r?\n/).slice(-4)
    expect(rows.join('\n')).not.toMatch(/r-1|unkind/)
    expect(rows.join('\n')).not.toContain(child.email)
    expect(rows.map((row) => row.split(',').slice(2))).toMatchObject([
      ['safety_report_released', lead.id, lead.email, '', '', '192.0.2.7', ''],
      ['learner_read', lead.id, lead.email, '', '', '192.0.2.7', ''],
      ['person_reported', '', '', '', '', '', ''],
      ['data_exported', site.admin.id, ...Array.from({ length: 5 }, () => expect.any(String))],
    ])
  })

  test('every export is in the audit log, and an advisor gets none', async () => {
    const { items } = await site.admin.call(invitations).listInvitations()
    expect(items).toEqual([])
    expect((await site.download('audit.csv')).toString()).toContain('data_exported')
    expect((await site.download('credits.csv')).toString()).toMatch(/^\uFEFFid,learner_id/)
    const advisor = await site.app.person({ role: 'advisor' })
    const reply = await site.app.http.inject({
      url: '/api/admin/exports/users.csv',
      headers: advisor.headers,
    })
    expect(reply.statusCode).toBe(403)
  })
})
