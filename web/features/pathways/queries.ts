import { client } from '#web/api'

const pathways = client('pathways', async () => (await import('#contract/pathways')).pathways)

/** All of them: they are few, and one of them is shown from the same reply. */
export const allPathways = () => pathways.listPathways.query()
