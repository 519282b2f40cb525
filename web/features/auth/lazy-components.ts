import { lazyPart, Spinner } from '#ui'

// A form, with what checks it, weighs 30 KiB; few people need this one.
export const ResendForm = lazyPart(() => import('./ResendForm.tsx'), 'ResendForm', Spinner)
