import { client } from '#web/api'

const pathways = client('pathways')

/** All pathways: there are few, and a single one is shown from the same reply. */
export const allPathways = () => pathways.listPathways.query()
