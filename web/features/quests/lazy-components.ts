import { lazy } from 'react'

// What one works with, as against what one reads first: with it, the page would weigh 159 KiB of its 150.
const addedPieces = () => import('./AddedPieces.tsx')
const celebration = () => import('./Celebration.tsx')
const composer = () => import('./Composer.tsx')
const newerVersion = () => import('./NewerVersion.tsx')
const ownTask = () => import('./OwnTask.tsx')
const questDetails = () => import('./QuestDetails.tsx')
const repeat = () => import('./Repeat.tsx')

export const AddedPieces = lazy(async () => ({ default: (await addedPieces()).AddedPieces }))
export const Celebration = lazy(async () => ({ default: (await celebration()).Celebration }))
export const Composer = lazy(async () => ({ default: (await composer()).Composer }))
export const ForAdults = lazy(async () => ({ default: (await questDetails()).ForAdults }))
export const Hints = lazy(async () => ({ default: (await questDetails()).Hints }))
export const NewerVersion = lazy(async () => ({ default: (await newerVersion()).NewerVersion }))
export const OwnTask = lazy(async () => ({ default: (await ownTask()).OwnTask }))
export const QuestDetails = lazy(async () => ({ default: (await questDetails()).QuestDetails }))
export const Repeat = lazy(async () => ({ default: (await repeat()).Repeat }))
