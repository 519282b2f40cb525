import type { Db } from '#platform/database'

type Entry = {
  actorId?: string | null
  subjectId: string | null
  action: string
  address: string | null
  detail?: Record<string, unknown>
}

/** Adds a line to the append-only log of sign-ins, refusals and staff or guardian access. */
export const recordAudit = async (db: Db, entry: Entry): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId ?? null,
      subject_id: entry.subjectId,
      action: entry.action,
      address: entry.address,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
