import type * as z from 'zod/mini'

import type { Profile, ProfileChange } from '#contract/profile'
import { countFormerNames, storeDetails } from '#features/people'
import { conflict, type Parts } from '#platform/http'
import { isChild } from '#rules/age'

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
  const isRenamed =
    (first_name ?? profile.first_name) !== profile.first_name ||
    (last_name ?? profile.last_name) !== profile.last_name
  if (isRenamed && (await countFormerNames(db, userId)) >= MAX_FORMER_NAMES) {
    throw conflict('You have changed your name too many times. Please write to us.')
  }
  await storeDetails(db, userId, change)
  return findProfile(db, userId)
}
