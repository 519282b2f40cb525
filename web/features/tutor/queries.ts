import { client } from '#web/api'

export const tutor = client('tutor')

export const tutorStatus = () => tutor.tutorStatus.query()
export const talkMessages = (id: string) => tutor.listMessages.query({ params: { id } })

export const childTalk = (id: string) => tutor.listChildMessages.query({ params: { id } })
