import { status } from '#contract/status'
import { type App, serve } from '#platform/http'

import { checkServices } from './check.ts'
import { createStatusReader } from './show.ts'

export const statusRoutes = (app: App): void => {
  const showStatus = createStatusReader(app.parts)
  app.parts.jobs.schedule('check-services', '* * * * *', () => checkServices(app.parts))
  serve(app, status, { showStatus })
}
