export { avatarOf, fileUrlOf, nameOf } from './columns.ts'
export { requireHarmlessName } from './require-harmless-name.ts'
