import { client } from '#web/api'

export const audit = client('audit')

export const operations = client('operations')

export const siteSettings = client('siteSettings')

export const diplomaPlan = client('diplomaPlan')

export const secondFactor = client('secondFactor')

export const learners = client('learners')

export const people = client('people')

export const invitations = client('invitations')

export const guardians = client('guardians')

export const caseload = client('caseload')

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
