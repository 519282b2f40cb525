import { isAdult } from '#rules/age'

/**
 * A person's public name: first name and initial for minors, and for people of unknown age.
 * @param today YYYY-MM-DD
 */
export const publicName = (
  person: { first_name: string; last_name: string; date_of_birth: string | null },
  today: string,
): string => {
  if (isAdult(person.date_of_birth, today)) return `${person.first_name} ${person.last_name}`
  const [initial = ''] = person.last_name
  return initial === '' ? person.first_name : `${person.first_name} ${initial}.`
}
