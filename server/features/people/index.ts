export { avatarOf, fileUrlOf, nameOf } from './columns.ts'
