import { client } from '#web/api'

export const authoring = client('authoring')

export const authoredQuest = (id: string) => authoring.getAuthored.query({ params: { id } })

export const authoredBadge = (id: string) => authoring.getAuthoredBadge.query({ params: { id } })
