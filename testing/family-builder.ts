import { linkGuardian } from '#features/family'
import { LEGAL_VERSION } from '#features/site'

import type { Person, TestApp } from './start-app.ts'

/** Records the state after consent by signed form, which is sufficient for every scope: the consent, and the guardian link. */
export const recordConsent = async (
  app: TestApp,
  child: { id: string },
  guardian: Pick<Person, 'email'>,
  scopes: readonly string[] = ['use'],
  policyVersion = LEGAL_VERSION,
): Promise<void> => {
  const now = app.parts.clock()
  await app.db
    .insertInto('consents')
    .values({
      child_id: child.id,
      guardian_name: 'Ingrid Lindqvist',
      guardian_email: guardian.email,
      scopes: [...scopes],
      policy_version: policyVersion,
      method: 'signed_form',
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

/** A learner of 15 years with a mother who has consented to everything. */
export const createFamily = async (
  app: TestApp,
  learner: { firstName?: string; dateOfBirth?: string } = {},
): Promise<{ child: Person; mother: Person }> => {
  const child = await app.person({
    firstName: 'Noah',
    dateOfBirth: app.birthdayAt(15),
    ...learner,
  })
  const mother = await app.person({
    role: 'parent',
    firstName: 'Ingrid',
    dateOfBirth: '1985-04-02',
  })
  await recordConsent(app, child, mother, ['use', 'connections_and_messages', 'tutor'])
  return { child, mother }
}

/** Records the state after a guardian's withdrawal. */
export const withdrawConsent = async (
  app: TestApp,
  child: { id: string },
  guardian: Pick<Person, 'email'>,
  scopes: readonly string[],
): Promise<void> => {
  const now = app.parts.clock().toISOString()
  await app.db
    .insertInto('consents')
    .values({
      child_id: child.id,
      guardian_name: 'Ingrid Lindqvist',
      guardian_email: guardian.email,
      kind: 'withdrawn',
      scopes: [...scopes],
      policy_version: LEGAL_VERSION,
      method: 'signed_in',
      confirmed_at: now,
    })
    .execute()
}

/** Ends all links of a guardian. */
export const endGuardianship = async (app: TestApp, guardian: Person): Promise<void> => {
  await app.db
    .updateTable('guardian_links')
    .set({ ended_at: app.parts.clock().toISOString() })
    .where('guardian_email', '=', guardian.email)
    .execute()
}
