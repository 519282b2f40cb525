import { client } from '#web/api'

export const advising = client('advising', async () => {
  const [{ advising }, { caseload }] = await Promise.all([
    import('#contract/advising'),
    import('#contract/caseload'),
  ])
  return { ...advising, ...caseload }
})

export const advisedLearner = (id: string) => advising.getLearner.query({ params: { id } })
