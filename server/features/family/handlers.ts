import { family } from '#contract/family'
import { transaction } from '#platform/database'
import { conflict, serve } from '#platform/http'
import type { App } from '#platform/http'
import { networkOf } from '#platform/limits'
import type { Limit } from '#platform/limits'

import { askGuardian } from './ask-guardian.ts'
import { giveConsent, showConsent } from './consent.ts'

const CONSENT: Limit = {
  name: 'consent',
  points: 30,
  seconds: 900,
  message: 'Too many requests. Please wait a few minutes and try again.',
}
const REQUESTS: Limit = { ...CONSENT, name: 'consent-mails', points: 10 }

export const familyRoutes = (app: App): void =>
  serve(app, family, {
    resendConsent: async ({ caller, ...parts }) => {
      await parts.limits.take(REQUESTS, caller.userId)
      const child = await parts.db
        .selectFrom('users')
        .select(['id', 'first_name', 'parent_email'])
        .where('id', '=', caller.userId)
        .where('status', '=', 'pending_consent')
        .executeTakeFirst()
      if (!child?.parent_email) throw conflict('This account does not wait for consent.')
      const { parent_email } = child
      await transaction(parts.db, (db) => askGuardian(parts, db, { ...child, parent_email }))
      return { message: 'We have asked your parent or guardian again.' }
    },

    showConsent: async ({ params, request, ...parts }) => {
      await parts.limits.take(CONSENT, networkOf(request.ip))
      return showConsent(parts, params.token)
    },

    giveConsent: async ({ params, body, request, ...parts }) => {
      await parts.limits.take(CONSENT, networkOf(request.ip))
      const state = await giveConsent(parts, params.token, body)
      return {
        state,
        message:
          state === 'code_sent'
            ? 'Thank you. We have sent a code to your address: enter it to confirm.'
            : 'Thank you. The account is open once the child has confirmed its own address, too.',
      }
    },
  })
