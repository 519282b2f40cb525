import { lazy } from 'react'

// What stands below, and forms with what checks them: fetched when somebody opens one.
export const AwardForm = lazy(async () => ({
  default: (await import('./AwardForm.tsx')).AwardForm,
}))
export const Badges = lazy(async () => ({ default: (await import('./Badges.tsx')).Badges }))
export const Entries = lazy(async () => ({ default: (await import('./Entries.tsx')).Entries }))
export const CreditForm = lazy(async () => ({
  default: (await import('./CreditForm.tsx')).CreditForm,
}))
export const DiplomaForm = lazy(async () => ({
  default: (await import('./DiplomaForm.tsx')).DiplomaForm,
}))
export const Diplomas = lazy(async () => ({ default: (await import('./Diplomas.tsx')).Diplomas }))
export const GradeForm = lazy(async () => ({
  default: (await import('./GradeForm.tsx')).GradeForm,
}))
export const IssueForm = lazy(async () => ({
  default: (await import('./TranscriptForm.tsx')).IssueForm,
}))
export const RescindForm = lazy(async () => ({
  default: (await import('./RescindForm.tsx')).RescindForm,
}))
export const ReversalForm = lazy(async () => ({
  default: (await import('./ReversalForm.tsx')).ReversalForm,
}))
export const Transcripts = lazy(async () => ({
  default: (await import('./Transcripts.tsx')).Transcripts,
}))
