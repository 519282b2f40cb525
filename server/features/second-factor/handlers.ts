import { createHash } from 'node:crypto'

import { type FactorResult, secondFactor } from '#contract/second-factor'
import {
  type HttpExchange,
  endSessions,
  findCredentials,
  findStep,
  isPassword,
  openSession,
  consumeStep,
} from '#features/auth'
import { rejectOwnFamily } from '#features/family'
import { emailRecipient, findSettings, hasAddress } from '#features/site'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  type Caller,
  conflict,
  DomainError,
  invalid,
  notFound,
  type Parts,
  serve,
} from '#platform/http'
import type { Limit } from '#platform/limits'
import type { Email } from '#platform/mail'
import { seal, unseal } from '#platform/sealed'
import { isStaff } from '#rules/membership'

import { factorAddedEmail, factorRemovedEmail, secondFactorResetEmail } from './emails.ts'
import { notifyFamily } from './notify-family.ts'
import {
  authenticationOptions,
  registrationOptions,
  storePasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts'
import {
  countStaff,
  deleteRecoveryCodes,
  findOwner,
  findTotp,
  isRequiredOfStaff,
  listPasskeys,
  lockOwner,
  storeRequirement,
} from './queries.ts'
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.ts'
import { resetSecondFactor } from './reset.ts'
import { clearTries, requireProof, consumeCode, countProof, countTry } from './show-code.ts'
import { newSecret, stepOf, storeTotp, uriOf } from './totp.ts'

const SETUP_MS = 15 * 60_000
const SETUP = 'totp setup'
/** A setup token is valid once, even for concurrent requests. */
const SETUP_USES: Limit = {
  name: 'totp-setups',
  points: 1,
  seconds: SETUP_MS / 1000,
  message: 'This has already been used. Please start again.',
}
type TotpSetup = { userId: string; secret: string; until: number }

const STALE = 'This took too long, or was already used. Please sign in again.'
const stale = () => new DomainError(401, 'step_over', STALE)

export const secondFactorRoutes = (app: App): void =>
  serve(app, secondFactor, {
    showCode: async ({ body, request, reply, ...parts }) => {
      const userId = await ownerOfStep(parts, body.token)
      await countTry(parts, userId)
      const opened = await transaction(parts.db, async (db) => {
        await lockOwner(db, userId)
        if (!(await consumeCode(parts, db, userId, body.code))) return undefined
        await finishStep(parts, db, body.token)
        return openSession({ ...parts, db }, { request, reply }, userId)
      })
      if (!opened) throw await refuse(parts, request, userId)
      await clearTries(parts, userId)
      return opened
    },

    askSecondPasskey: async ({ body, ...parts }) => {
      const userId = await ownerOfStep(parts, body.token)
      return wire(await authenticationOptions(parts, userId))
    },

    showSecondPasskey: async ({ body, request, reply, ...parts }) => {
      const userId = await ownerOfStep(parts, body.token)
      const { use } = await verifyPasskey(parts, body.passkey, userId)
      return transaction(parts.db, async (db) => {
        await lockOwner(db, userId)
        await finishStep(parts, db, body.token)
        await use(db)
        return openSession({ ...parts, db }, { request, reply }, userId)
      })
    },

    askPasskey: async (parts) => wire(await authenticationOptions(parts)),

    showPasskey: async ({ body, request, reply, ...parts }) => {
      const { userId, use } = await verifyPasskey(parts, body.passkey)
      return transaction(parts.db, async (db) => {
        await lockOwner(db, userId)
        await use(db)
        return openSession({ ...parts, db }, { request, reply }, userId)
      })
    },

    secondFactors: async ({ db, caller }) => ({
      totp: await findTotp(db, caller.userId),
      passkeys: await listPasskeys(db, caller.userId),
      recovery_codes_left: await countRecoveryCodes(db, caller.userId),
      has_password: isPassword((await findCredentials(db, caller.userId))?.password_hash),
      required: isStaff(caller.role) && (await isRequiredOfStaff(db)),
    }),

    beginTotp: async ({ caller, body, ...parts }) => {
      await requireProof(parts, caller, body)
      const owner = (await findOwner(parts.db, caller.userId)) ?? gone()
      const secret = newSecret()
      const { site_name: issuer } = await findSettings(parts)
      const until = parts.clock().getTime() + SETUP_MS
      return {
        secret,
        uri: uriOf(secret, { issuer, label: owner.login }),
        setup_token: await seal(parts.secret, SETUP, {
          userId: caller.userId,
          secret,
          until,
        } satisfies TotpSetup),
      }
    },

    addTotp: async ({ caller, body, ...parts }) => {
      await countProof(parts, caller.userId)
      const now = parts.clock()
      const setup = await unseal<TotpSetup>(parts.secret, SETUP, body.setup_token)
      if (setup?.userId !== caller.userId || setup.until < now.getTime()) {
        throw invalid('This took too long. Please start again.')
      }
      const step = stepOf(setup.secret, body.code.replace(/\s/g, ''), now)
      if (!step) {
        const message = 'This code is incorrect. Please check that your device’s clock is right.'
        throw invalid(message, { code: message })
      }
      await parts.limits.take(
        SETUP_USES,
        createHash('sha256').update(body.setup_token).digest('hex'),
      )
      return addFactor(parts, caller, 'totp', (db) =>
        storeTotp(parts, db, { userId: caller.userId, secret: setup.secret, step }, now),
      )
    },

    removeTotp: async ({ caller, body, ...parts }) => {
      await requireProof(parts, caller, body)
      await removeFactor(parts, caller, 'totp', (db) =>
        db.deleteFrom('totp_factors').where('user_id', '=', caller.userId).executeTakeFirst(),
      )
    },

    beginPasskey: async ({ caller, body, ...parts }) => {
      await requireProof(parts, caller, body)
      const { login } = (await findOwner(parts.db, caller.userId)) ?? gone()
      const { site_name: site } = await findSettings(parts)
      return wire(await registrationOptions(parts, caller, { site, login }))
    },

    addPasskey: async ({ caller, body, ...parts }) => {
      const credential = await verifyNewPasskey(parts, caller, body.passkey)
      return addFactor(parts, caller, 'passkey', (db) =>
        storePasskey(db, { userId: caller.userId, name: body.name, credential }),
      )
    },

    removePasskey: async ({ caller, body, params, ...parts }) => {
      await requireProof(parts, caller, body)
      await removeFactor(parts, caller, 'passkey', (db) =>
        db
          .deleteFrom('passkeys')
          .where('user_id', '=', caller.userId)
          .where('id', '=', params.id)
          .executeTakeFirst(),
      )
    },

    renewRecoveryCodes: async ({ caller, body, ...parts }) => {
      await requireProof(parts, caller, body)
      return transaction(parts.db, async (db) => {
        await lockOwner(db, caller.userId)
        if (!(await hasFactor(db, caller.userId))) {
          throw conflict('Recovery codes come with a second factor: set one up first.')
        }
        const recovery_codes = await createRecoveryCodes(db, caller.userId)
        await tell(parts, db, caller, 'recovery_codes_made', (to) => factorAddedEmail(to, 'codes'))
        return { recovery_codes }
      })
    },

    staffSecondFactor: ({ db }) => requirement(db),

    requireSecondFactor: async ({ caller, body, audit, ...parts }) => {
      if (body.required && !(await hasFactor(parts.db, caller.userId))) {
        throw conflict('First set up a second factor of your own, in your profile.')
      }
      return transaction(parts.db, async (db) => {
        await storeRequirement(db, body.required)
        await audit(db, 'second_factor_required', { required: body.required })
        return requirement(db)
      })
    },

    liftSecondFactor: async ({ caller, params, request, ...parts }) => {
      await transaction(parts.db, async (db) => {
        await rejectOwnFamily(db, caller.userId, params.id)
        const by = { userId: params.id, actorId: caller.userId, address: request.ip }
        await resetSecondFactor(db, by, parts.clock())
        const owner = (await findOwner(db, params.id)) ?? gone()
        if (!hasAddress(owner)) return
        const to = await emailRecipient({ ...parts, db }, owner)
        await parts.mail.send(db, secondFactorResetEmail(to))
      })
      parts.callers.forget(params.id)
    },
  })

/** The library's types are interfaces, which TypeScript does not accept as records. */
const wire = (options: object) => ({ ...options }) as Record<string, unknown>

/** Returns the account that entered the right password and may show a second factor now. @throws 401 */
const ownerOfStep = async (parts: Parts, token: string) => {
  const step = await findStep(parts.db, 'second_factor', token, parts.clock())
  if (!step?.user_id) throw stale()
  return step.user_id
}

/** Of two requests for one step, the second fails and its code stays unused. `db` is a transaction. */
const finishStep = async ({ clock }: Parts, db: Db, token: string) => {
  if (!(await consumeStep(db, 'second_factor', token, clock()))) throw stale()
}

const refuse = async ({ db }: Parts, request: HttpExchange['request'], userId: string) => {
  const address = request.ip
  await recordAudit(db, { subjectId: userId, action: 'second_factor_refused', address })
  const message = 'This code is incorrect or has already been used.'
  return new DomainError(401, 'invalid_code', message, { fields: { code: message } })
}

const hasFactor = async (db: Db, userId: string) =>
  (await findTotp(db, userId)) !== null || (await listPasskeys(db, userId)).length > 0

const requirement = async (db: Db) => ({
  required: await isRequiredOfStaff(db),
  ...(await countStaff(db)),
})

type Kind = 'totp' | 'passkey'

/** The first factor adds recovery codes and ends every other session, which excludes anyone who only knew the password. */
const addFactor = async (
  parts: Parts,
  caller: Caller,
  kind: Kind,
  store: (db: Db) => Promise<void>,
): Promise<FactorResult> => {
  const added = await transaction(parts.db, async (db) => {
    await lockOwner(db, caller.userId)
    const isFirst = !(await hasFactor(db, caller.userId))
    await store(db)
    if (isFirst) await endSessions(db, caller.userId, { except: caller.sessionId }, parts.clock())
    await tell(parts, db, caller, 'second_factor_added', (to) => factorAddedEmail(to, kind), kind)
    await notifyFamily(parts, db, caller.userId)
    return { recovery_codes: isFirst ? await createRecoveryCodes(db, caller.userId) : null }
  })
  parts.callers.forget(caller.userId)
  return added
}

const removeFactor = async (
  parts: Parts,
  caller: Caller,
  kind: Kind,
  remove: (db: Db) => Promise<{ numDeletedRows: bigint }>,
): Promise<void> => {
  await transaction(parts.db, async (db) => {
    await lockOwner(db, caller.userId)
    const { numDeletedRows } = await remove(db)
    if (numDeletedRows === 0n) throw notFound()
    if (!(await hasFactor(db, caller.userId))) {
      if (isStaff(caller.role) && (await isRequiredOfStaff(db))) {
        throw conflict('Staff need a second factor on this site: set up another one first.')
      }
      await deleteRecoveryCodes(db, caller.userId)
    }
    await tell(
      parts,
      db,
      caller,
      'second_factor_removed',
      (to) => factorRemovedEmail(to, kind),
      kind,
    )
  })
  parts.callers.forget(caller.userId)
}

/** Writes the audit log and emails the owner, in the transaction of the change. */
const tell = async (
  parts: Parts,
  db: Db,
  { userId }: Caller,
  action: 'second_factor_added' | 'second_factor_removed' | 'recovery_codes_made',
  letter: (to: Awaited<ReturnType<typeof emailRecipient>>) => Email,
  kind?: Kind,
) => {
  await recordAudit(db, {
    actorId: userId,
    subjectId: userId,
    action,
    address: null,
    ...(kind && { detail: { kind } }),
  })
  const owner = (await findOwner(db, userId)) ?? gone()
  if (!hasAddress(owner)) return
  await parts.mail.send(db, letter(await emailRecipient({ ...parts, db }, owner)))
}

const gone = (): never => {
  throw notFound('This account no longer exists.')
}
