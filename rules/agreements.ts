// States of the academy's agreement, which is signed on paper, in person. Staff record it.

export const AGREEMENT_STATES = [
  'draft',
  'scheduled',
  'signed',
  'countersigned',
  'superseded',
  'void',
] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/** A countersigned agreement supersedes the previous one. */
const NEXT = {
  draft: ['scheduled', 'signed', 'void'],
  scheduled: ['draft', 'signed', 'void'],
  signed: ['countersigned', 'void'],
  countersigned: ['superseded', 'void'],
  superseded: [],
  void: [],
} as const satisfies Record<AgreementState, readonly AgreementState[]>

export const canTransition = (from: AgreementState, to: AgreementState): boolean =>
  (NEXT[from] as readonly AgreementState[]).includes(to)

/** Time and place of the signing can still be changed. */
export const isUnsigned = (state: AgreementState): boolean =>
  state === 'draft' || state === 'scheduled'

export const SIGNER_ROLES = ['learner', 'guardian', 'school'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]
export type Signer = { role: SignerRole; name: string }

/** Roles whose signature is missing. @param age in full years on that day; null if unknown, which counts as a minor */
export const missingSigners = (signers: readonly Signer[], age: number | null): SignerRole[] => {
  const isMinor = age === null || age < 18
  const needed: SignerRole[] = isMinor ? ['learner', 'guardian', 'school'] : ['learner', 'school']
  return needed.filter((role) => !signers.some((signer) => signer.role === role))
}
