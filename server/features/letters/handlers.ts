import { letters } from '#contract/letters'
import { serve } from '#platform/http'
import type { App } from '#platform/http'

import { sendWeeklyLetters } from './send.ts'
import { findLetterChoice, setWeeklyLetter } from './unsubscribe.ts'

export const letterRoutes = (app: App): void => {
  const { jobs } = app.parts
  // Time zones differ by quarters of an hour.
  jobs.schedule('weekly-letters', '*/15 * * * *', () => sendWeeklyLetters(app.parts))

  // What mail programs send with one click (RFC 8058); what is in it says nothing more.
  app.http.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
    body.resume()
    body.on('end', () => done(null, undefined))
    body.on('error', done)
  })

  serve(app, letters, {
    showLetterChoice: async ({ params, ...parts }) => {
      const { weekly_letter } = await findLetterChoice(parts, params.token)
      return { weekly_letter }
    },

    chooseLetters: async ({ params, body, ...parts }) => {
      const { id } = await findLetterChoice(parts, params.token)
      return setWeeklyLetter(parts.db, id, body.weekly_letter)
    },

    openUnsubscribe: async ({ params, reply, config }) =>
      reply.redirect(`${config.publicUrl}/letters/${encodeURIComponent(params.token)}`, 302),

    unsubscribe: async ({ params, reply, ...parts }) => {
      const { id } = await findLetterChoice(parts, params.token)
      await setWeeklyLetter(parts.db, id, false)
      return reply.code(204).send()
    },
  })
}
