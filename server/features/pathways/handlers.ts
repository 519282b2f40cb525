import { pathways } from '#contract/pathways'
import { findCatalog } from '#features/catalog'
import { type App, serve } from '#platform/http'

import type { LibraryPathway } from './library.ts'
import { findQuestProgress } from './queries.ts'
import { showPathway } from './show.ts'

export const pathwayRoutes = (app: App, library: readonly LibraryPathway[]): void => {
  serve(app, pathways, {
    listPathways: async ({ db, learner }) => {
      const { catalog_version, begun } = await findQuestProgress(db, learner.id)
      const catalog = await findCatalog(db, catalog_version)
      return { pathways: library.flatMap((each) => showPathway(each, catalog, begun) ?? []) }
    },
  })
}
