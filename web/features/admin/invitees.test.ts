import { expect, test } from 'vitest'

import { readInvitees } from './invitees.ts'

test('pasted recipients may be separated by lines, commas and semicolons, with or without names', () => {
  expect(
    readInvitees(
      'Sam@School.example, "Rosa María Delgado" <rosa@school.example>;\n\nlee@school.example\n',
    ),
  ).toEqual({
    invitees: [
      { email: 'sam@school.example' },
      { email: 'rosa@school.example', first_name: 'Rosa', last_name: 'María Delgado' },
      { email: 'lee@school.example' },
    ],
    malformed: [],
  })
})

test('an address that appears twice is invited once, and what is no address is said', () => {
  expect(readInvitees('sam@school.example\nSAM@school.example\nsam at school\nSam <sam>')).toEqual({
    invitees: [{ email: 'sam@school.example' }],
    malformed: ['sam at school', 'Sam <sam>'],
  })
})
