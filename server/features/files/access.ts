import type { AccountStatus } from '#contract/endpoint'
import type { Db } from '#platform/database'
import type { Caller, Parts } from '#platform/http'
import { isLearner } from '#rules/age'
import { publicFileNames } from '#rules/text/display-name'

import type { OwnedFile } from './queries.ts'

/** A feature's rule that grants access to another person's file; `key` is part of their link. */
export type FileRule = (
  db: Db,
  caller: Caller | null,
  file: {
    id: string
    ownerId: string
    key: string | undefined
    isClean: boolean
    /** It was sent with a message, or with one that was refused. */
    isInMessage: boolean
  },
) => Promise<boolean>

/** The owner of a closing account can still download their files. */
const OWN_WHILE: ReadonlySet<AccountStatus> = new Set(['active', 'closing'])

/** Returns true if a person, or an anonymous caller, may read a file now: its owner, or anyone admitted by a rule. */
export const canReadFile = async (
  db: Db,
  caller: Caller | null,
  file: {
    id: string
    owner_id: string | null
    purpose: string
    cleaned: boolean | null
    in_message: boolean
    key: string | undefined
  },
  rules: FileRule[],
): Promise<boolean> => {
  const { id, owner_id: ownerId, purpose, cleaned, in_message, key } = file
  if (ownerId === null) return false
  // An admin acting as another person sees only files that the admin could see as well.
  if (caller?.actor && !(await canReadFile(db, caller.actor, file, rules))) return false
  // An export may contain another person's data, so being its owner is not enough (features/privacy); reports alone hold others.
  const isOwner = caller?.userId === ownerId && OWN_WHILE.has(caller.status)
  if (isOwner && purpose !== 'export' && purpose !== 'report') return true
  const read = { id, ownerId, key, isClean: cleaned === true, isInMessage: in_message }
  for (const rule of rules) if (await rule(db, caller, read)) return true
  return false
}

/**
 * A file's name as a caller who may read it sees it: people outside read no surname of a learner in it. Of adults neither, because a
 * page that they published as minors goes on without it.
 */
export const nameForCaller = async (
  { learners, clock }: Pick<Parts, 'learners' | 'clock'>,
  caller: Caller | null,
  { name, owner_id, owner }: Pick<OwnedFile, 'name' | 'owner_id' | 'owner'>,
): Promise<string> => {
  const today = clock().toISOString().slice(0, 10)
  if (!owner_id || !owner || !isLearner(owner, today)) return name
  const publicName = publicFileNames({ ...owner, date_of_birth: null }, today)(name)
  if (publicName === name || caller?.userId === owner_id) return name
  const { relation } = await learners.accessOf(caller, owner_id)
  return relation === null ? publicName : name
}

/**
 * False for a learner's file that may say where it was made (decisions/0018), except to the learner's family, advisor, and those
 * who look after all learners.
 */
export const mayLeaveFamily = async (
  { learners, clock }: Pick<Parts, 'learners' | 'clock'>,
  db: Db,
  caller: Caller,
  { ownerId, isClean }: { ownerId: string; isClean: boolean },
): Promise<boolean> => {
  if (isClean || caller.userId === ownerId) return true
  const owner = await db
    .selectFrom('accounts')
    .select(['role', 'date_of_birth', 'declared_adult'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (!isLearner(owner, clock().toISOString().slice(0, 10))) return true
  const { relation } = await learners.accessOf(caller, ownerId)
  return relation !== null && relation !== 'peer'
}
