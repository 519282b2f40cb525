import { client } from '#web/api'

export const earlierWork = client('earlierWork')

export const showEarlierWork = (id: string) => earlierWork.showEarlierWork.query({ params: { id } })
