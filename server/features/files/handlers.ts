import { files as table } from '#contract/files'
import { type App, notFound, serve } from '#platform/http'

import { canReadFile, type FileRule, nameForCaller } from './access.ts'
import { cleanStoredFiles } from './clean-stored.ts'
import { examine } from './examine.ts'
import { findFile, findOwnFile } from './queries.ts'
import { receive } from './receive.ts'
import { createResumable } from './resumable.ts'
import { sendFile } from './send.ts'
import { storeUpload, storageOf, toReply } from './store-upload.ts'
import { sweepFiles, sweepScratch, sweepTakenOut } from './sweep.ts'

const SWEEP_SCRATCH_MS = 3_600_000

/**
 * @param scratch folder for incoming uploads; persistent, so that they can be resumed after a restart
 * @param rules grant access to files of others
 */
export const fileRoutes = async (
  app: App,
  { scratch, rules }: { scratch: string; rules: FileRule[] },
): Promise<void> => {
  const { db, files, clock, jobs } = app.parts
  const storage = storageOf(app.parts)
  const resumable = await createResumable(storage, scratch)

  // Parts of a resumable upload are streamed, not parsed.
  app.http.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
    done(null, undefined),
  )
  jobs.schedule('sweep-files', '17 * * * *', async () => void (await sweepFiles(storage)), {
    isLong: true,
  })
  jobs.schedule('sweep-taken-out-files', '47 2 * * *', () => sweepTakenOut(storage), {
    isLong: true,
  })
  // Not a job, which runs on one node: each has a scratch folder of its own.
  let sweeping: NodeJS.Timeout | undefined
  app.http.addHook('onListen', async () => {
    const sweep = () =>
      sweepScratch(scratch, clock()).catch((error: unknown) =>
        app.http.log.warn({ err: error }, 'temporary files'),
      )
    sweeping = setInterval(sweep, SWEEP_SCRATCH_MS).unref()
    await sweep()
  })
  app.http.addHook('onClose', async () => clearInterval(sweeping))

  jobs.schedule('clean-files', '*/5 * * * *', () => cleanStoredFiles(app.parts, scratch))

  serve(app, table, {
    uploadFile: ({ request, caller, once }) =>
      receive(storage, scratch, { request, ownerId: caller.userId }, async (incoming, holdId) => {
        const ownerId = caller.userId
        const content = await examine(incoming, ownerId)
        return storeUpload(storage, { ownerId, holdId }, content, once, incoming.sha256)
      }),

    showUpload: async ({ caller, params }) => {
      const row = await findOwnFile(db, caller.userId, params.id)
      if (!row) throw notFound()
      if (row.stored_at) return toReply(row)
      // The last part arrived but its response was lost.
      const finished = await resumable.finishIfComplete(caller.userId, params.id)
      if (!finished) throw notFound()
      return finished
    },

    startResumable: ({ request, reply, caller }) =>
      resumable.start({ request, reply, ownerId: caller.userId }),
    findResumable: ({ request, reply, caller, params }) =>
      resumable.find({ request, reply, ownerId: caller.userId }, params.id),
    continueResumable: ({ request, reply, caller, params }) =>
      resumable.continue({ request, reply, ownerId: caller.userId }, params.id),
    cancelResumable: ({ request, reply, caller, params }) =>
      resumable.cancel({ request, reply, ownerId: caller.userId }, params.id),

    showFile: async ({ request, reply, caller, params, query: { key } }) => {
      const file = await findFile(db, params.id)
      const isOpen = file?.stored_at && (await canReadFile(db, caller, { ...file, key }, rules))
      if (!isOpen) throw notFound()
      const name = await nameForCaller(app.parts, caller, file)
      return sendFile(files, { ...file, name }, request, reply)
    },
  })
}
