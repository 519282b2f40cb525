export { listContacts, mayContact } from './contacts.ts'
export type { Contact } from './contacts.ts'
export { findGroupOf } from './group-members.ts'
