import { expect, test } from 'vitest'

import { isAcademy, isAdmin, isCreator, isFree, isStaff } from './membership.ts'

test.each([
  ['admin', true, true],
  ['educator', true, true],
  ['advisor', false, true],
  ['parent', false, false],
  ['student', false, false],
  ['observer', false, false],
])('%s: admin %s, staff %s', (role, admin, staff) => {
  expect([isAdmin(role), isStaff(role)]).toEqual([admin, staff])
})

test.each([
  ['free', false, false, true],
  ['explorer', false, false, true],
  ['creator', true, false, false],
  ['enterprise', true, true, false],
  [undefined, false, false, true],
  [null, false, false, true],
])('the tier %s: creator %s, academy %s, free %s', (tier, creator, academy, free) => {
  expect([isCreator(tier), isAcademy(tier), isFree(tier)]).toEqual([creator, academy, free])
})
