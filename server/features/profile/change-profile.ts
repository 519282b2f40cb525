import type * as z from 'zod/mini'

import type { Profile, ProfileChange } from '#contract/profile'
import { storeDetails } from '#features/people'
import type { Parts } from '#platform/http'
import { needsConsent } from '#rules/age'

import { findProfile } from './queries.ts'

/** Changes the given fields; an empty string clears a field. A child's phone and address are not stored, as at registration. */
export const changeProfile = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  userId: string,
  given: z.output<typeof ProfileChange>,
): Promise<Profile> => {
  const profile = await findProfile(db, userId)
  const { date_of_birth } = profile
  const isChild =
    date_of_birth !== null && needsConsent(date_of_birth, clock().toISOString().slice(0, 10))
  const { first_name, last_name, interests } = given
  const change = Object.fromEntries(
    Object.entries(isChild ? { first_name, last_name, interests } : given).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value === '' ? null : value]]),
    ),
  )
  if (Object.keys(change).length === 0) return profile
  await storeDetails(db, userId, change)
  return findProfile(db, userId)
}
