import { client } from '#web/api'
import { ownTimeZone } from '#web/format'

export const tutor = client('tutor')

export const tutorStatus = () => tutor.tutorStatus.query({ query: { time_zone: ownTimeZone() } })
export const talkMessages = (id: string) => tutor.listMessages.query({ params: { id } })

export const childTalk = (id: string) => tutor.listChildMessages.query({ params: { id } })
