import { client } from '#web/api'

export const earlierWork = client(
  'earlierWork',
  async () => (await import('#contract/earlier-work')).earlierWork,
)

export const showEarlierWork = (id: string) => earlierWork.showEarlierWork.query({ params: { id } })
