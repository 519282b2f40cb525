import { paths } from '#contract/paths'
import { weeklyEmails } from '#contract/weekly-emails'
import { type App, serve } from '#platform/http'

import { sendWeeklyEmails } from './send.ts'
import { storeEmailChoice, findEmailChoice } from './unsubscribe.ts'

export const weeklyEmailRoutes = (app: App): void => {
  const { jobs } = app.parts
  // Time zone offsets are multiples of a quarter of an hour.
  jobs.schedule('weekly-letters', '*/15 * * * *', () => sendWeeklyEmails(app.parts))

  // One-click unsubscribe of mail clients (RFC 8058); the body carries no information.
  app.http.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
    body.resume()
    body.on('end', () => done(null, undefined))
    body.on('error', done)
  })

  serve(app, weeklyEmails, {
    showWeeklyEmailChoice: async ({ params, ...parts }) => {
      const { letter, wanted } = await findEmailChoice(parts, params.token)
      return { letter, wanted }
    },

    chooseWeeklyEmails: async ({ params, body, ...parts }) => {
      const choice = await findEmailChoice(parts, params.token)
      return storeEmailChoice(parts.db, choice, body.wanted)
    },

    openUnsubscribe: async ({ params, reply, config }) =>
      reply.redirect(`${config.publicUrl}${paths.emailSettings(params.token)}`, 302),

    unsubscribe: async ({ params, reply, ...parts }) => {
      const choice = await findEmailChoice(parts, params.token)
      await storeEmailChoice(parts.db, choice, false)
      return reply.code(204).send()
    },
  })
}
