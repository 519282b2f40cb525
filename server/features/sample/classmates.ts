type Classmate = {
  key: string
  first_name: string
  last_name: string
  /** Age in full years when the sample is created: at least 13, so that no consent is needed. */
  age: number
  interests: string
  /** Start of the sample advisor's assignment, as in the work files: "days hh:mm" before the sample is created. */
  since: string
}

/** Other learners of the sample advisor. They have ordinary accounts, which are not printed at start. */
export const CLASSMATES = [
  {
    key: 'aiko',
    first_name: 'Aiko',
    last_name: 'Tanaka',
    age: 14,
    interests: 'comics, cats, running',
    since: '88 09:00',
  },
  {
    key: 'tomas',
    first_name: 'Tomás',
    last_name: 'Rivera',
    age: 13,
    interests: 'kites, engines, drums',
    since: '74 09:00',
  },
  {
    key: 'zahra',
    first_name: 'Zahra',
    last_name: 'Nouri',
    age: 16,
    interests: 'medicine, chess, poetry',
    since: '81 09:00',
  },
  {
    key: 'emil',
    first_name: 'Emil',
    last_name: 'Sorensen',
    age: 13,
    interests: 'birds, trains',
    since: '70 09:00',
  },
  {
    key: 'leilani',
    first_name: 'Leilani',
    last_name: 'Kealoha',
    age: 14,
    interests: 'surfing, ukulele',
    since: '66 09:00',
  },
  {
    key: 'ravi',
    first_name: 'Ravi',
    last_name: 'Menon',
    age: 15,
    interests: 'cricket, ciphers',
    since: '64 09:00',
  },
  {
    key: 'sofia',
    first_name: 'Sofia',
    last_name: 'Marchetti',
    age: 13,
    interests: 'theatre, baking',
    since: '61 09:00',
  },
  {
    key: 'kwame',
    first_name: 'Kwame',
    last_name: 'Boateng',
    age: 14,
    interests: 'trees, drumming',
    since: '58 09:00',
  },
  {
    key: 'hana',
    first_name: 'Hana',
    last_name: 'Novak',
    age: 16,
    interests: 'maps, cycling',
    since: '50 09:00',
  },
  {
    key: 'oskar',
    first_name: 'Oskar',
    last_name: 'Lindgren',
    age: 13,
    interests: 'ice hockey, frogs',
    since: '5 09:00',
  },
] as const satisfies readonly Classmate[]

export const CLASSMATE_KEYS = CLASSMATES.map(({ key }) => key)
