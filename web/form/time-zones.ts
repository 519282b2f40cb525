/** Cities after which no zone is named, or whose zone has an older name. */
const OTHER_CITIES: Record<string, string> = {
  'America/Buenos_Aires': 'Córdoba Rosario',
  'America/Chicago': 'Dallas Houston Austin Minneapolis St Louis New Orleans',
  'America/Denver': 'Salt Lake City Albuquerque',
  'America/Godthab': 'Nuuk',
  'America/Los_Angeles': 'San Francisco Seattle San Diego Portland Las Vegas',
  'America/Mexico_City': 'Guadalajara Puebla',
  'America/New_York': 'Washington Boston Miami Atlanta Philadelphia',
  'America/Sao_Paulo': 'Rio de Janeiro Brasília',
  'America/Toronto': 'Montreal Ottawa Québec',
  'America/Vancouver': 'Victoria',
  'Asia/Calcutta': 'Kolkata Mumbai Delhi Bengaluru Chennai Hyderabad',
  'Asia/Dubai': 'Abu Dhabi',
  'Asia/Jerusalem': 'Tel Aviv Haifa',
  'Asia/Karachi': 'Lahore Islamabad',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City Hanoi',
  'Asia/Shanghai': 'Beijing Shenzhen Guangzhou Chengdu',
  'Asia/Tokyo': 'Osaka Kyoto',
  'Australia/Sydney': 'Canberra',
  'Europe/Berlin': 'Munich Hamburg Cologne Frankfurt Leipzig',
  'Europe/Istanbul': 'Ankara Izmir',
  'Europe/Kiev': 'Kyiv Odesa Lviv',
  'Europe/London': 'Manchester Edinburgh Cardiff Birmingham Glasgow',
  'Europe/Madrid': 'Barcelona Valencia Seville',
  'Europe/Moscow': 'Saint Petersburg',
  'Europe/Paris': 'Lyon Marseille Toulouse',
  'Europe/Rome': 'Milan Naples Turin',
  'Europe/Warsaw': 'Kraków Gdańsk',
  'Europe/Zurich': 'Geneva Bern Basel',
  'Pacific/Auckland': 'Wellington Christchurch',
}

export type Zone = {
  id: string
  /** City after which the zone is named. */
  city: string
  /** Names of its countries; empty in browsers that do not know them. */
  countries: readonly string[]
  /** Searchable text without case and accents. */
  words: string
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/** City of a time zone name, such as "New York". */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

type RegionLocale = Intl.Locale & {
  getTimeZones?: () => string[] | undefined
  timeZones?: string[]
}

/** Names of the countries of each zone, in English and in the reader's language. */
const countriesByZone = (): Map<string, string[]> => {
  const byZone = new Map<string, string[]>()
  const languages = [['en'], [...navigator.languages]]
  const names = languages.map(
    (each) => new Intl.DisplayNames(each, { type: 'region', fallback: 'none' }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const [english, local] = names.map((each) => each.of(code))
    if (!english) continue
    const region: RegionLocale = new Intl.Locale(`und-${code}`)
    for (const id of region.getTimeZones?.() ?? region.timeZones ?? []) {
      const known = byZone.get(id) ?? []
      byZone.set(id, [...new Set([...known, english, local ?? english])])
    }
  }
  return byZone
}

let zones: Zone[] | undefined

/** Zones that the browser and the contract know. Created at the first search: it takes a while. */
export const timeZones = (): readonly Zone[] => {
  if (zones) return zones
  const byZone = countriesByZone()
  zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((id) => {
    const countries = byZone.get(id) ?? []
    const words = plain([id.replaceAll(/[_/]/g, ' '), ...countries, OTHER_CITIES[id]].join(' '))
    return { id, city: cityOf(id), countries, words }
  })
  return zones
}

/** Zones whose city or country has words that begin with the search; those whose city does come first. */
export const findTimeZones = (all: readonly Zone[], search: string): readonly Zone[] => {
  const wanted = plain(search)
    .split(/[^\p{L}\p{N}+-]+/u)
    .filter(Boolean)
  if (wanted.length === 0) return all
  const found = all.filter(({ words }) => wanted.every((word) => ` ${words}`.includes(` ${word}`)))
  const rank = ({ city }: Zone) => (plain(city).startsWith(wanted.join(' ')) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** "GMT+2" at this moment. */
export const offsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
