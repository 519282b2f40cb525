// The academy's agreement: signed on paper, in one room; what staff put on record about it goes through these states.

export const AGREEMENT_STATES = [
  'draft',
  'scheduled',
  'signed',
  'countersigned',
  'superseded',
  'void',
] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/** A newer one that is countersigned supersedes the one before. */
const NEXT = {
  draft: ['scheduled', 'signed', 'void'],
  scheduled: ['draft', 'signed', 'void'],
  signed: ['countersigned', 'void'],
  countersigned: ['superseded', 'void'],
  superseded: [],
  void: [],
} as const satisfies Record<AgreementState, readonly AgreementState[]>

export const mayBecome = (from: AgreementState, to: AgreementState): boolean =>
  (NEXT[from] as readonly AgreementState[]).includes(to)

/** Nobody has signed it yet: what it says about when and where can be changed. */
export const isUnsigned = (state: AgreementState): boolean =>
  state === 'draft' || state === 'scheduled'

export const SIGNER_ROLES = ['learner', 'guardian', 'school'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]
export type Signer = { role: SignerRole; name: string }

/** Whose signature is missing. @param age in full years on the day; null when unknown, which counts as a minor's */
export const missingSigners = (signers: readonly Signer[], age: number | null): SignerRole[] => {
  const isMinor = age === null || age < 18
  const needed: SignerRole[] = isMinor ? ['learner', 'guardian', 'school'] : ['learner', 'school']
  return needed.filter((role) => !signers.some((signer) => signer.role === role))
}
