import { lazyPart, Spinner } from '#ui'

// A form with its validation weighs 30 KiB; few people need this one.
export const ResendForm = lazyPart(() => import('./ResendForm.tsx'), 'ResendForm', Spinner)
