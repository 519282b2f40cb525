import { consent } from '#contract/consent'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  type Caller,
  type Learner,
  type Learners,
  decodeOffset,
  pageAtOffset,
  serve,
} from '#platform/http'

import { activateAccountsAtThirteen } from './activate-at-thirteen.ts'
import { askAgain } from './ask-again.ts'
import { listWaitingForms } from './form-queries.ts'
import { checkForm, deleteOldForms, createForm, recordCall, sendForm } from './forms.ts'
import { findConsents, findPerson } from './queries.ts'
import { recordConsent } from './record-consent.ts'
import { giveConsent, showConsent } from './request.ts'
import { askAgainFor, showWaiting } from './waiting.ts'
import { showWithdrawal, withdrawByLink } from './withdraw.ts'

export const consentRoutes = (app: App): void => {
  const { parts } = app
  parts.jobs.schedule('consent-policy', '11 6 * * *', () => askAgain(parts), { isLong: true })
  parts.jobs.schedule('consent-age', '3 3 * * *', () => activateAccountsAtThirteen(parts))
  parts.jobs.schedule('consent-papers', '41 3 * * *', () => deleteOldForms(parts))

  serve(app, consent, {
    showWaitingConsent: ({ caller, ...parts }) => showWaiting(parts, caller.userId),

    resendConsent: async ({ caller, ...parts }) => {
      await askAgainFor(parts, caller.userId)
      return { message: 'We have asked your parent or guardian again.' }
    },

    askOtherGuardian: async ({ caller, body, ...parts }) => {
      await askAgainFor(parts, caller.userId, body.parent_email)
      return { message: 'We have asked your parent or guardian at the new address.' }
    },

    showConsent: ({ params, caller, ...parts }) => showConsent(parts, caller, params.token),

    giveConsent: async ({ params, body, caller, ...parts }) => {
      const state = await giveConsent(parts, caller, params.token, body)
      return {
        state,
        message:
          state === 'code_sent'
            ? 'Thank you. We have sent a code to your address: enter it to confirm.'
            : 'Thank you. Your consent is recorded.',
      }
    },

    showWithdrawal: ({ params, ...parts }) => showWithdrawal(parts, parts.db, params.token),

    withdrawByLink: ({ params, body, ...parts }) =>
      transaction(parts.db, (db) => withdrawByLink(parts, db, params.token, body.scopes)),

    showConsents: ({ db, caller, learner, learners }) => consentsFor(db, learners, caller, learner),

    agree: async ({ caller, learner, body, once, ...parts }) => {
      return once(async (db) => {
        await recordConsent(parts, db, {
          childId: learner.id,
          guardian: await findPerson(db, caller.userId),
          kind: 'given',
          scopes: body.scopes,
          method: 'signed_in',
          actorId: caller.userId,
        })
        return findConsents(db, learner.id, { readerId: caller.userId, decides: true })
      })
    },

    withdrawConsent: ({ caller, learner, body, once, ...parts }) =>
      once(async (db) => {
        await recordConsent(parts, db, {
          childId: learner.id,
          guardian: await findPerson(db, caller.userId),
          kind: 'withdrawn',
          scopes: body.scopes,
          method: 'signed_in',
          actorId: caller.userId,
        })
        return findConsents(db, learner.id, { readerId: caller.userId, decides: true })
      }),

    makeConsentForm: async ({ caller, learner, body, once, clock, audit }) => {
      return once(async (db) => {
        const guardian = await findPerson(db, caller.userId)
        const form = await createForm(db, learner.id, guardian, { ...body, now: clock() })
        await audit(db, 'consent_form_made', { form, ...body })
        return findConsents(db, learner.id, { readerId: caller.userId, decides: true })
      })
    },

    sendConsentForm: ({ caller, learner, params, body, once, clock, audit }) =>
      once(async (db) => {
        const { email } = await findPerson(db, caller.userId)
        await sendForm(db, {
          childId: learner.id,
          formId: params.form_id,
          fileId: body.file_id,
          userId: caller.userId,
          email,
          now: clock(),
        })
        await audit(db, 'consent_form_sent', { form: params.form_id })
        return findConsents(db, learner.id, { readerId: caller.userId, decides: true })
      }),

    checkConsentForm: ({ caller, learner, params, body, once, audit, ...parts }) =>
      once(async (db) => {
        const form = { childId: learner.id, formId: params.form_id, witnessId: caller.userId }
        await checkForm(parts, db, form, body)
        if (body.decision === 'refused') {
          await audit(db, 'consent_form_refused', { form: params.form_id, reason: body.reason })
        }
      }),

    recordConsentCall: ({ caller, learner, params, body, once, ...parts }) =>
      once((db) =>
        recordCall(
          parts,
          db,
          { childId: learner.id, formId: params.form_id, witnessId: caller.userId },
          body,
        ),
      ),

    listConsentForms: async ({ db, caller, query: { cursor, limit } }) => {
      const offset = decodeOffset(cursor)
      const reader = { readerId: caller.userId, isAdmin: caller.role === 'admin' }
      const items = await listWaitingForms(db, { ...reader, offset, limit: limit + 1 })
      return pageAtOffset(offset, { items: items.slice(0, limit), total: offset + items.length })
    },
  })
}

const consentsFor = async (db: Db, learners: Learners, caller: Caller, learner: Learner) => {
  const { may } = await learners.accessOf(caller, learner)
  return findConsents(db, learner.id, {
    readerId: caller.userId,
    // An admin who sees the page as a guardian must not read the code that authenticates the guardian on the phone.
    decides: caller.actor === undefined && may('manageConsent'),
  })
}
