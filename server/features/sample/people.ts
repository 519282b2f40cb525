import type { Role } from '#rules/membership'

/** The password of every sample account, printed at start. */
export const SAMPLE_PASSWORD = 'Lodestar-sample-1!'

type SamplePerson = {
  key: string
  first_name: string
  last_name: string
  role: Role
  /** Age in full years when the sample is created; null for adults whose age is irrelevant. */
  age: number | null
  interests?: string
}

/** The sample people, each with the address `<key>@example.org`. */
export const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  {
    key: 'student',
    first_name: 'Maya',
    last_name: 'Lindqvist',
    role: 'student',
    age: 15,
    interests: 'astronomy, bridges, baking',
  },
  {
    key: 'child',
    first_name: 'Noah',
    last_name: 'Lindqvist',
    role: 'student',
    age: 11,
    interests: 'football, insects',
  },
  { key: 'parent', first_name: 'Ingrid', last_name: 'Lindqvist', role: 'parent', age: null },
  { key: 'advisor', first_name: 'Samuel', last_name: 'Okafor', role: 'advisor', age: null },
  { key: 'educator', first_name: 'Leila', last_name: 'Haddad', role: 'educator', age: null },
  { key: 'admin', first_name: 'Rosa', last_name: 'Delgado', role: 'admin', age: null },
]
