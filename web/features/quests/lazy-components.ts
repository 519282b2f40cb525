import { lazyPart } from '#ui'
import { loadTaskPractice } from '#views/practice'

// Parts for working, loaded after the text: with them, the page would weigh 159 KiB of its 150 KiB budget.
const addedPieces = () => import('./AddedPieces.tsx')
const celebration = () => import('./Celebration.tsx')
const composer = () => import('./Composer.tsx')
const newerVersion = () => import('./NewerVersion.tsx')
const ownTask = () => import('./OwnTask.tsx')
const repeat = () => import('./Repeat.tsx')

export const AddedPieces = lazyPart(addedPieces, 'AddedPieces', 'h-40')
export const Celebration = lazyPart(celebration, 'Celebration')
// As high as an empty one: what follows it stays where it is.
export const Composer = lazyPart(composer, 'Composer', 'h-[36rem]')
export const NewerVersion = lazyPart(newerVersion, 'NewerVersion')
export const OwnTask = lazyPart(ownTask, 'OwnTask')
export const Repeat = lazyPart(repeat, 'Repeat')
export const TaskPractice = lazyPart(loadTaskPractice, 'TaskPractice', 'h-32')
