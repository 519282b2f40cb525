export { useAppForm } from './use-app-form.ts'
