import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { ExpressionBuilder } from 'kysely'

import { type RosterImport, rosters } from '#contract/rosters'
import { receiveForm, storageOf } from '#features/files'
import { findSettings } from '#features/site'
import { csvOf } from '#platform/csv'
import { type DB, type Db, transaction } from '#platform/database'
import {
  type App,
  conflict,
  decodeCursor,
  notFound,
  pageAfter,
  type Parts,
  serve,
} from '#platform/http'
import { hasJob } from '#platform/jobs'
import { REGISTER_ROWS_DAYS } from '#rules/retention'
import { safeCell } from '#rules/text/spreadsheet'

import { type ApplyJob, applyImport, requestApply } from './apply.ts'
import { findLimits, storeLimits } from './automatic.ts'
import { APPLYING_ENDED, failImport, rejectImport, REMOVE_FILE } from './end-import.ts'
import { rosterArchive } from './export-roster.ts'
import { sheetOf } from './exports.ts'
import { listHomerooms } from './homerooms.ts'
import { listMoves } from './moves.ts'
import { hostOfService, pullEveryNight, pullRoster, startPull } from './pull.ts'
import {
  findImport,
  listDecisions,
  listImports,
  listProblems,
  listUndelivered,
  showImport,
  storedUnder,
} from './queries.ts'
import { cancelRun, interruptWork, isRunning } from './run.ts'
import { queueInvitations, sendEmails, sendQueuedEmails } from './send-emails.ts'
import { readImport } from './stage.ts'
import { insertImport, storeFile } from './start-import.ts'
import { giveUpUndo, previewUndo, requestUndo, type UndoJob, undoImport } from './undo.ts'
import { listDue, listWaiting, queueReminders } from './waiting-families.ts'

/** In days; imports that were not applied are deleted afterwards */
const UNUSED_DAYS = 7
const DAY_MS = 24 * 3_600_000

const READING_ENDED =
  'Reading this was ended before it was finished: by an admin, or because the program stopped twice meanwhile. Nothing has changed.'

const NOT_STORED = 'The file could not be stored. Nothing has changed. Please import it again.'

/** @param scratch folder for temporary files */
export const rosterRoutes = (app: App, scratch: string): void => {
  const { parts } = app
  parts.jobs.work<{ importId: string }>('roster-read', (data) => readImport(parts, scratch, data), {
    isLong: true,
    onAbandoned: ({ importId }, db = parts.db) =>
      rejectImport({ ...parts, db }, importId, READING_ENDED),
  })
  parts.jobs.work<ApplyJob>('roster-apply', (data) => applyImport(parts, data), {
    isLong: true,
    onAbandoned: async (job, db = parts.db) => {
      // Another run may have begun since.
      if (await isRunning(db, job)) await failImport({ ...parts, db }, job.importId, APPLYING_ENDED)
    },
  })
  parts.jobs.work<UndoJob>('roster-undo', (job) => undoImport(parts, job), {
    isLong: true,
    onAbandoned: (job, db = parts.db) => giveUpUndo(db, job),
  })
  parts.jobs.work<{ importId: string }>(REMOVE_FILE, (data) => removeFile(parts, data), {
    isLong: true,
  })
  parts.jobs.work('roster-emails', () => sendEmails(parts))
  parts.jobs.work<{ importId: string }>('roster-pull', (data) => pullRoster(parts, scratch, data), {
    isLong: true,
    onAbandoned: ({ importId }, db = parts.db) =>
      rejectImport({ ...parts, db }, importId, READING_ENDED),
  })
  parts.jobs.schedule('roster-pull-nightly', '20 2 * * *', () => pullEveryNight(parts))
  parts.jobs.schedule('roster-forget', '40 3 * * *', () => forgetOld(parts), { isLong: true })
  parts.jobs.schedule('roster-without-job', '40 * * * *', () => endWithoutJob(parts))

  serve(app, rosters, {
    listHomerooms: async ({ db, caller, clock }) => ({
      items: await listHomerooms(db, caller.userId, clock()),
    }),

    listImports: async ({ db }) => ({ items: await listImports(db) }),

    startImport: async ({ caller, request, db, clock, audit }) => {
      const sent = { request, ownerId: caller.userId }
      const { form } = rosters.startImport
      return receiveForm(
        storageOf(parts),
        scratch,
        sent,
        form,
        async ({ fields, files: [file] }) => {
          const id = await transaction(db, async (db) => {
            const id = await insertImport(db, {
              format: fields.format,
              source: 'upload',
              file_name: file!.name,
              isAutomatic: false,
              madeBy: caller.userId,
              now: clock(),
            })
            await audit(db, 'roster_brought', { import: id }, null)
            return id
          })
          try {
            await storeFile(parts, id, file!.place)
          } catch (error) {
            await rejectImport(parts, id, NOT_STORED)
            throw error
          }
          return shown(db, id)
        },
      )
    },

    pullRoster: async ({ db, caller, audit }) => {
      const id = await startPull(parts, caller.userId)
      await audit(db, 'roster_brought', { import: id }, null)
      return shown(db, id)
    },

    showService: async ({ config }) => ({ host: hostOfService(config) }),

    getImport: ({ db, params }) => shown(db, params.id),

    listImported: async ({ db, caller, params, query: { cursor, limit, outcome } }) => {
      await requireImport(db, params.id)
      const after = decodeCursor(cursor, /^[^\s]{1,255}$/)
      const asked = { readerId: caller.userId, after, limit, outcome }
      const rows = await listDecisions(db, params.id, asked)
      return pageAfter(rows, limit, ({ sourced_id }) => sourced_id)
    },

    listMoves: async ({ db, params }) => {
      await requireImport(db, params.id)
      return { items: await listMoves(db, params.id) }
    },

    listProblems: async ({ db, params, query: { cursor, limit } }) => {
      await requireImport(db, params.id)
      const after = Number(decodeCursor(cursor, /^\d{1,15}$/) ?? 0)
      const rows = await listProblems(db, params.id, { after, limit })
      return pageAfter(rows, limit, ({ id }) => String(id))
    },

    downloadProblems: async ({ db, params, reply }) => {
      await requireImport(db, params.id)
      const table = csvOf(PROBLEM_COLUMNS, problemBatches(db, params.id), { bom: true })
      return asFile(reply, 'problems.csv').send(table)
    },

    applyImport: async ({ db, caller, params, body, request, once }) => {
      await once((db) =>
        requestApply(
          parts,
          db,
          {
            importId: params.id,
            suspendMissing: body.suspend_missing,
            evenMany: body.even_many,
          },
          { userId: caller.userId, address: request.ip },
        ),
      )
      return shown(db, params.id)
    },

    cancelImport: async ({ db, params, audit }) => {
      await requireImport(db, params.id)
      await transaction(db, async (db) => {
        await cancelRun(db, params.id)
        await audit(db, 'roster_canceled', { import: params.id }, null)
      })
      await interruptWork(db, params.id)
      return shown(db, params.id)
    },

    discardImport: async ({ db, params, audit }) => {
      await transaction(db, async (db) => {
        // A job that reads it sees this between two statements; its rows are deleted by another job.
        const { numUpdatedRows } = await db
          .updateTable('roster_imports')
          .set({ state: 'discarded' })
          .where('id', '=', params.id)
          .where('state', 'in', ['reading', 'ready', 'refused', 'failed'])
          .executeTakeFirst()
        if (numUpdatedRows === 0n) {
          await requireImport(db, params.id)
          throw conflict('This import has been applied, so it stays in the list.')
        }
        await parts.jobs.enqueue(db, REMOVE_FILE, { importId: params.id })
        await audit(db, 'roster_discarded', { import: params.id }, null)
      })
      await interruptWork(db, params.id)
    },

    showUndo: async ({ db, params, clock }) => {
      await requireImport(db, params.id)
      return previewUndo(db, params.id, clock())
    },

    undoImport: async ({ db, params, once, clock, audit }) => {
      await once(async (db) => {
        await requestUndo(parts, db, params.id, clock())
        await audit(db, 'roster_undone', { import: params.id }, null)
      })
      return shown(db, params.id)
    },

    inviteImported: ({ params, once, audit, jobs }) =>
      once(async (db) => {
        const { not_invited: invited } = await shown(db, params.id)
        if (invited > 0) {
          await queueInvitations(db, params.id)
          await sendQueuedEmails({ jobs }, db)
          await audit(db, 'roster_invited', { import: params.id }, null)
        }
        return { invited }
      }),

    listWaiting: async ({ db, caller, params, clock }) => {
      await requireImport(db, params.id)
      return {
        items: await listWaiting(db, params.id, caller.userId),
        due: (await listDue(db, params.id, clock())).length,
      }
    },

    askAgain: ({ params, once, audit, clock, jobs }) =>
      once(async (db) => {
        await requireImport(db, params.id)
        const asked = await queueReminders(db, params.id, clock())
        await sendQueuedEmails({ jobs }, db)
        await audit(db, 'roster_asked_again', { import: params.id, asked }, null)
        return { asked }
      }),

    getLimits: ({ db }) => findLimits(db),

    setLimits: ({ db, body, audit }) =>
      transaction(db, async (db) => {
        await storeLimits(db, body)
        await audit(db, 'roster_limits_changed', body, null)
        return body
      }),

    listUndelivered: async ({ db, caller, params }) => {
      await requireImport(db, params.id)
      return { items: await listUndelivered(db, params.id, caller.userId) }
    },

    downloadTable: async ({ db, caller, params: { name }, audit, reply, config }) => {
      await audit(parts.db, 'data_exported', { name }, null)
      const { site_name } = await findSettings({ db, config })
      const content =
        name === 'oneroster.zip'
          ? await rosterArchive(db, { siteName: site_name, readerId: caller.userId })
          : sheetOf(db, name, caller.userId)
      return asFile(reply, name).send(content)
    },
  })
}

const shown = async (db: Db, id: string): Promise<RosterImport> => {
  const found = await showImport(db, id)
  if (!found) throw notFound()
  return found
}

const requireImport = async (db: Db, id: string) => {
  const found = await findImport(db, id)
  if (!found || found.state === 'discarded') throw notFound()
}

const asFile = (reply: FastifyReply, name: string) =>
  reply.headers({
    'content-type': name.endsWith('.zip') ? 'application/zip' : 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition(`lodestar-${name}`),
    'cache-control': 'no-store',
  })

const PROBLEM_COLUMNS = ['file', 'line', 'column', 'message', 'kind'] as const
const PROBLEMS_AT_ONCE = 1000

const problemBatches = async function* (db: Db, importId: string) {
  for (let after = 0; ;) {
    const rows = await listProblems(db, importId, { after, limit: PROBLEMS_AT_ONCE })
    yield rows.map(({ file, line, column, message, is_error }) =>
      [`${file}.csv`, String(line), column, message, is_error ? 'error' : 'note'].map(safeCell),
    )
    const last = rows.at(-1)
    if (!last || rows.length <= PROBLEMS_AT_ONCE) return
    after = last.id
  }
}

/**
 * Job that removes the file of a refused or discarded import, and the rows of a discarded one; waits for a transaction that still
 * reads it.
 */
const removeFile = async (
  { db, files }: Pick<Parts, 'db' | 'files'>,
  { importId }: { importId: string },
): Promise<void> => {
  await db
    .deleteFrom('roster_imports')
    .where('id', '=', importId)
    .where('state', '=', 'discarded')
    .execute()
  await files.remove(storedUnder(importId))
}

/** Longer than storing a file takes; its job is enqueued afterwards. */
const WITHOUT_JOB_MS = 3_600_000

/** Ends imports of programs that were killed before they enqueued the job that reads them. */
const endWithoutJob = async (parts: Parts): Promise<void> => {
  const before = new Date(parts.clock().getTime() - WITHOUT_JOB_MS).toISOString()
  const reading = await parts.db
    .selectFrom('roster_imports')
    .select('id')
    .where('state', '=', 'reading')
    .where('created_at', '<', before)
    .execute()
  for (const { id } of reading)
    if (!(await hasJob(parts.db, { importId: id }))) await rejectImport(parts, id, NOT_STORED)
}

/** Deletes rows about people, with or without an account, once they are not needed any more. */
const forgetOld = async ({ db, files, clock }: Parts): Promise<void> => {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
  const isUnused = ({ and, eb }: ExpressionBuilder<DB, 'roster_imports'>) =>
    and([
      eb('state', 'not in', ['applied', 'undoing', 'undone']),
      eb('created_at', '<', before(UNUSED_DAYS)),
    ])
  const unused = await db.selectFrom('roster_imports').select('id').where(isUnused).execute()
  // Rows last: the next run finds them after a crash.
  for (const { id } of unused) {
    await files.remove(storedUnder(id))
    await db.deleteFrom('roster_imports').where('id', '=', id).where(isUnused).execute()
  }
  const old = db
    .selectFrom('roster_imports')
    .select('id')
    .where('applied_at', '<', before(REGISTER_ROWS_DAYS))
  await db.deleteFrom('roster_decisions').where('import_id', 'in', old).execute()
  await db.deleteFrom('roster_problems').where('import_id', 'in', old).execute()
  await db.deleteFrom('roster_moves').where('import_id', 'in', old).execute()
}
