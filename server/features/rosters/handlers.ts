import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

import { type RosterImport, rosters } from '#contract/rosters'
import { receiveForm, storageOf } from '#features/files'
import { findSettings } from '#features/site'
import { type Db, transaction } from '#platform/database'
import {
  type App,
  conflict,
  decodeCursor,
  notFound,
  pageAfter,
  type Parts,
  serve,
} from '#platform/http'
import { REGISTER_ROWS_DAYS } from '#rules/retention'
import { safeCell } from '#rules/text/spreadsheet'

import { applyImport, requestApply } from './apply.ts'
import { rosterArchive } from './export-roster.ts'
import { sheetOf } from './exports.ts'
import { inviteImported } from './invite.ts'
import {
  findImport,
  listDecisions,
  listImports,
  listProblems,
  showImport,
  storedUnder,
} from './queries.ts'
import { readImport } from './stage.ts'
import { csvOf } from './write-csv.ts'

/** In days; imports that were not applied are deleted afterwards */
const UNUSED_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** @param scratch folder for temporary files */
export const rosterRoutes = (app: App, scratch: string): void => {
  const { parts } = app
  parts.jobs.work<{ importId: string }>('roster-read', (data) => readImport(parts, scratch, data), {
    isLong: true,
  })
  parts.jobs.work<{ importId: string; userId: string; address: string }>(
    'roster-apply',
    (data) => applyImport(parts, data),
    { isLong: true },
  )
  parts.jobs.work<{ importId: string }>('roster-invite', (data) => inviteImported(parts, data))
  parts.jobs.schedule('roster-forget', '40 3 * * *', () => forgetOld(parts), { isLong: true })

  serve(app, rosters, {
    listImports: async ({ db }) => ({ items: await listImports(db) }),

    startImport: async ({ caller, request, db, files, clock, audit }) => {
      const sent = { request, ownerId: caller.userId }
      const { form } = rosters.startImport
      return receiveForm(
        storageOf(parts),
        scratch,
        sent,
        form,
        async ({ fields, files: [file] }) => {
          const { format } = fields
          const id = randomUUID()
          await transaction(db, async (db) => {
            await db
              .insertInto('roster_imports')
              .values({
                id,
                made_by: caller.userId,
                format,
                file_name: file!.name,
                total: file!.size,
                created_at: clock().toISOString(),
              })
              .execute()
            await audit(db, 'roster_brought', { import: id }, null)
            // The same key if the transaction is retried.
            await files.put(storedUnder(id), createReadStream(file!.place), file!.size)
            await parts.jobs.enqueue(db, 'roster-read', { importId: id })
          })
          return shown(db, id)
        },
      )
    },

    getImport: ({ db, params }) => shown(db, params.id),

    listImported: async ({ db, params, query: { cursor, limit, outcome } }) => {
      await requireImport(db, params.id)
      const after = decodeCursor(cursor, /^[^\s]{1,255}$/)
      const rows = await listDecisions(db, params.id, { after, limit, outcome })
      return pageAfter(rows, limit, ({ sourced_id }) => sourced_id)
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

    discardImport: async ({ db, files, params, audit }) => {
      await transaction(db, async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('roster_imports')
          .where('id', '=', params.id)
          .where('state', 'in', ['reading', 'ready', 'refused'])
          .executeTakeFirst()
        if (numDeletedRows === 0n) {
          await requireImport(db, params.id)
          throw conflict('This import was applied: it stays in the list.')
        }
        await audit(db, 'roster_discarded', { import: params.id }, null)
      })
      await files.remove(storedUnder(params.id))
    },

    inviteImported: ({ params, once, audit, jobs }) =>
      once(async (db) => {
        const { not_invited: invited } = await shown(db, params.id)
        if (invited > 0) {
          await jobs.enqueue(db, 'roster-invite', { importId: params.id })
          await audit(db, 'roster_invited', { import: params.id }, null)
        }
        return { invited }
      }),

    downloadTable: async ({ db, params: { name }, audit, reply, config }) => {
      await audit(parts.db, 'data_exported', { name }, null)
      const { site_name } = await findSettings({ db, config })
      const content =
        name === 'oneroster.zip' ? await rosterArchive(db, site_name) : sheetOf(db, name)
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
  if (!(await findImport(db, id))) throw notFound()
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

/** Deletes rows about people, with or without an account, once they are not needed any more. */
const forgetOld = async ({ db, files, clock }: Parts): Promise<void> => {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
  const forgotten = await db
    .deleteFrom('roster_imports')
    .where('state', '<>', 'applied')
    .where('created_at', '<', before(UNUSED_DAYS))
    .returning('id')
    .execute()
  for (const { id } of forgotten) await files.remove(storedUnder(id))
  const old = db
    .selectFrom('roster_imports')
    .select('id')
    .where('applied_at', '<', before(REGISTER_ROWS_DAYS))
  await db.deleteFrom('roster_decisions').where('import_id', 'in', old).execute()
  await db.deleteFrom('roster_problems').where('import_id', 'in', old).execute()
}
