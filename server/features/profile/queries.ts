import type { Profile } from '#contract/profile'
import { selectUser } from '#features/auth'
import { acceptTerms } from '#features/people'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'

const OWN_COLUMNS = [
  'phone_number',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'interests',
  'weekly_letter',
] as const

/** @throws 404 for an account that was deleted between the session check and this query */
export const findProfile = async (db: Db, id: string): Promise<Profile> => {
  const found = await selectUser(db, id).select(OWN_COLUMNS).executeTakeFirst()
  if (!found) throw notFound('This account no longer exists.')
  return found
}

export const acceptPolicy = async (db: Db, id: string, now: Date): Promise<void> => {
  await acceptTerms(db, id, { version: LEGAL_VERSION, now, isFirst: false })
}
