import { client } from '#web/api'

export const audit = client('audit', async () => (await import('#contract/audit')).audit)

export const operations = client(
  'operations',
  async () => (await import('#contract/operations')).operations,
)

export const siteSettings = client(
  'siteSettings',
  async () => (await import('#contract/site-settings')).siteSettings,
)

export const diplomaPlan = client(
  'diplomaPlan',
  async () => (await import('#contract/diploma-plan')).diplomaPlan,
)

export const secondFactor = client(
  'secondFactor',
  async () => (await import('#contract/second-factor')).secondFactor,
)

export const learners = client(
  'learners',
  async () => (await import('#contract/learners')).learners,
)

export const people = client('people', async () => (await import('#contract/people')).people)

export const invitations = client(
  'invitations',
  async () => (await import('#contract/invitations')).invitations,
)

export const guardians = client(
  'guardians',
  async () => (await import('#contract/guardians')).guardians,
)

export const caseload = client(
  'caseload',
  async () => (await import('#contract/caseload')).caseload,
)

export const currentPlan = { ...diplomaPlan.showDiplomaPlan.query(), staleTime: 0 }

export const overviewQuery = { ...operations.showOverview.query(), staleTime: 0 }

export const administeredPerson = (id: string) => ({
  ...people.showPerson.query({ params: { id } }),
  staleTime: 0,
})

export const speed = { ...operations.showSpeed.query(), staleTime: 0 }

export const unassigned = caseload.listUnassigned.pages()
export const colleaguesQuery = caseload.listColleagues.query()

export const staffSecondFactor = secondFactor.staffSecondFactor.query()
