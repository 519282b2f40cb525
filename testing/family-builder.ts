import { linkGuardian } from '#features/family'

import type { Person, TestApp } from './start-app.ts'

/** What a confirmed consent leaves behind: the consent itself, and the guardian's link. */
export const giveConsent = async (
  app: TestApp,
  child: { id: string },
  guardian: Person,
  scopes: readonly string[] = ['use'],
): Promise<void> => {
  const now = app.parts.clock()
  await app.db
    .insertInto('consents')
    .values({
      child_id: child.id,
      guardian_name: 'Ingrid Lindqvist',
      guardian_email: guardian.email,
      scopes: [...scopes],
      policy_version: '1',
      method: 'test',
      confirmed_at: now.toISOString(),
    })
    .execute()
  await linkGuardian(app.db, {
    learnerId: child.id,
    email: guardian.email,
    name: 'Ingrid Lindqvist',
    origin: 'consent',
    now,
  })
}

/** Ends every link of a guardian. */
export const endGuardianship = async (app: TestApp, guardian: Person): Promise<void> => {
  await app.db
    .updateTable('guardian_links')
    .set({ ended_at: app.parts.clock().toISOString() })
    .where('guardian_email', '=', guardian.email)
    .execute()
}
