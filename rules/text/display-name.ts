import { isAdult } from '#rules/age'

type Named = { first_name: string; last_name: string; date_of_birth: string | null }

/**
 * A person's public name: first name and initial for minors, and for people of unknown age.
 * @param today YYYY-MM-DD
 */
export const publicName = (person: Named, today: string): string => {
  if (isAdult(person.date_of_birth, today)) return `${person.first_name} ${person.last_name}`
  const [initial = ''] = person.last_name
  return initial === '' ? person.first_name : `${person.first_name} ${initial}.`
}

const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Matches a word of a surname as file names contain it: between other characters, or capitalized between other words. */
const inFileName = (word: string): RegExp => {
  const spelled = [word, withoutAccents(word)].flatMap((each) => {
    const rest = each.slice(1).toLowerCase()
    const capitalized = escaped(`${each.charAt(0).toUpperCase()}${rest}`)
    const others = [each, each.toLowerCase(), each.toUpperCase()].map((other) => escaped(other))
    return [
      String.raw`(?<!\p{Lu})${capitalized}(?!\p{Ll})`,
      ...others.map((other) => String.raw`(?<!\p{L})${other}(?!\p{L})`),
    ]
  })
  return new RegExp(spelled.join('|'), 'gu')
}

/**
 * Names a person's files for people outside, as `publicName`: many schools ask for surnames in file names.
 * @param today YYYY-MM-DD
 */
export const publicFileNames = (person: Named, today: string): ((name: string) => string) => {
  if (isAdult(person.date_of_birth, today)) return (name) => name
  const words = person.last_name.split(/[\s-]+/).filter((word) => word.length > 1)
  const found = words.map((word) => ({ word: inFileName(word), initial: `${[...word][0]}.` }))
  return (name) =>
    found.reduce(
      (shown, { word, initial }) => shown.replaceAll(word, () => initial),
      name.normalize('NFC'),
    )
}
