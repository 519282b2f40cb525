export { ChangeForm } from './ChangeForm.tsx'
export { ReasonForm } from './ReasonForm.tsx'
export { unsaved } from './unsaved.ts'
export { useAppForm } from './use-app-form.ts'
