import type * as z from 'zod/mini'

import type { Profile, ProfileChange } from '#contract/profile'
import { listFormerNames, storeDetails } from '#features/people'
import { conflict, type Parts } from '#platform/http'
import { isChild } from '#rules/age'
import type { PersonName } from '#rules/text/names-at-home'

import { findProfile } from './queries.ts'

/** Former names are searched for in reports, so there is a limit to them. */
const MAX_FORMER_NAMES = 20

/**
 * Changes the given fields; an empty string clears a field. A child's phone and address are not stored, as at registration.
 * @throws conflict after too many names
 */
export const changeProfile = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  userId: string,
  given: z.output<typeof ProfileChange>,
): Promise<Profile> => {
  const profile = await findProfile(db, userId)
  const { date_of_birth } = profile
  const today = clock().toISOString().slice(0, 10)
  const { first_name, last_name, interests } = given
  const change = Object.fromEntries(
    Object.entries(
      isChild(date_of_birth, today) ? { first_name, last_name, interests } : given,
    ).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  )
  if (Object.keys(change).length === 0) return profile
  const named = {
    first_name: first_name ?? profile.first_name,
    last_name: last_name ?? profile.last_name,
  }
  if (!isSameName(named, profile)) {
    const former = await listFormerNames(db, userId)
    // The way back stays open: staff cannot change a name.
    const isBack = former.some((name) => isSameName(name, named))
    if (former.length >= MAX_FORMER_NAMES && !isBack) {
      throw conflict('You have changed your name too many times. Please write to us.')
    }
  }
  await storeDetails(db, userId, change)
  return findProfile(db, userId)
}

const isSameName = (one: PersonName, other: PersonName): boolean =>
  one.first_name === other.first_name && one.last_name === other.last_name
