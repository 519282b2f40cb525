const MIN_PASSWORD_LENGTH = 12

const COMMON_PATTERNS = ['password', '123456', 'qwerty', 'abc123', 'letmein', 'welcome', 'admin']

const KINDS: { is: RegExp; name: string; listed?: string }[] = [
  { is: /[A-Z]/, name: 'one uppercase letter' },
  { is: /[a-z]/, name: 'one lowercase letter' },
  // The checklist says "digit", the error message says "number".
  { is: /[0-9]/, name: 'one number', listed: 'one digit' },
  { is: /[^A-Za-z0-9]/, name: 'one special character' },
]

/** Checklist below the password field. */
export const passwordChecklist = (password: string): { requirement: string; met: boolean }[] => [
  {
    requirement: `at least ${MIN_PASSWORD_LENGTH} characters`,
    met: password.length >= MIN_PASSWORD_LENGTH,
  },
  ...KINDS.map((kind) => ({ requirement: kind.listed ?? kind.name, met: kind.is.test(password) })),
]

/** Missing kinds of characters, phrased to follow "Password must contain: ". */
export const missingFromPassword = (password: string): string[] =>
  KINDS.filter((kind) => !kind.is.test(password)).map((kind) => kind.name)

export type StrengthLabel = 'very weak' | 'weak' | 'medium' | 'strong' | 'very strong'

/** Score from 0 to 100 and its label. */
export const passwordStrength = (password: string): { score: number; label: StrengthLabel } => {
  const { length } = password
  const distinct = new Set(password).size
  const lower = password.toLowerCase()
  const points = [
    length >= 12 ? 20 : 0,
    length >= 16 ? 5 : 0,
    length >= 20 ? 5 : 0,
    ...KINDS.map((kind) => (kind.is.test(password) ? 10 : 0)),
    distinct >= 8 ? 10 : 0,
    distinct >= 12 ? 10 : 0,
    COMMON_PATTERNS.some((pattern) => lower.includes(pattern)) ? -20 : 0,
    /^[A-Za-z]+[0-9]+$/.test(password) ? -10 : 0,
  ]
  const score = Math.min(
    100,
    Math.max(
      0,
      points.reduce((sum, point) => sum + point, 0),
    ),
  )
  return { score, label: labelOf(score) }
}

const labelOf = (score: number): StrengthLabel => {
  if (score <= 25) return 'very weak'
  if (score <= 50) return 'weak'
  if (score <= 75) return 'medium'
  if (score <= 90) return 'strong'
  return 'very strong'
}
