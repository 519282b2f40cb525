export { avatarOf, nameOf } from './columns.ts'
