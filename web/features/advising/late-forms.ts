import { lazy } from 'react'

// Forms and what checks them: fetched when somebody opens one.
const transcriptForms = () => import('./TranscriptForms.tsx')

export const CreditForm = lazy(async () => ({
  default: (await import('./CreditForm.tsx')).CreditForm,
}))
export const ReversalForm = lazy(async () => ({
  default: (await import('./ReversalForm.tsx')).ReversalForm,
}))
export const IssueForm = lazy(async () => ({ default: (await transcriptForms()).IssueForm }))
export const RescindForm = lazy(async () => ({ default: (await transcriptForms()).RescindForm }))
export const GradeForm = lazy(async () => ({
  default: (await import('./GradeForm.tsx')).GradeForm,
}))
