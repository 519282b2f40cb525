import { paths } from '#contract/paths'
import { transaction } from '#platform/database'
import { type Audit, conflict, type Parts } from '#platform/http'
import { issueMailedToken, revokeMailedTokens } from '#platform/mail'

import { announce } from './announce.ts'

/**
 * Makes a link that a learner without an address opens to choose a password. Only the learner knows that password; earlier links
 * end. @throws conflict for an account with an address, which is emailed a link instead
 */
export const createPasswordLink = (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  { learnerId, makerId }: { learnerId: string; makerId: string },
  audit: Audit,
): Promise<{ url: string; sign_in_name: string }> =>
  transaction(parts.db, async (db) => {
    const { email, first_name, sign_in_name } = await db
      .selectFrom('accounts')
      .select(['email', 'first_name', 'sign_in_name'])
      .where('id', '=', learnerId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (email !== null || sign_in_name === null) {
      throw conflict(
        'This account has an email address: “Forgot your password?” sends a link there.',
      )
    }
    await revokeMailedTokens(db, learnerId, 'choose_password')
    const owner = { userId: learnerId, email: null, madeBy: makerId }
    const token = await issueMailedToken(db, owner, 'choose_password', parts.clock())
    await audit(db, 'password_link_made')
    const learner = { id: learnerId, first_name }
    await announce({ ...parts, db }, learner, 'password')
    const query = new URLSearchParams({ token, name: sign_in_name })
    return { url: `${parts.config.publicUrl}${paths.resetPassword}?${query}`, sign_in_name }
  })
