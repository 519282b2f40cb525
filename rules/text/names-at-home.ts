import { lettersOf, nativeWordsOf } from './spelling.ts'

// Names of a learner's caregivers, in the forms that children write: short forms, pet names, typos.

export type PersonName = { first_name: string; last_name: string }

/** True if a word, normalized by `readingsOf`, may be one of the names. */
export type IsName = ((word: string) => boolean) & {
  /** Names in Chinese or Arabic letters, for `native` readings, which may have no gaps. */
  native?: RegExp | undefined
}

/** Short forms and pet names that a prefix of the name does not cover. */
const SHORT_FORMS = [
  'alexander alexandra alessandra alejandro alejandra sandra sandy sascha sasha alex lex xander xandra',
  'andrew andreas andrea andre andy drew',
  'anne anna ann hannah annie nan nancy ana anita anja anya annika anouk',
  'anthony antonio antonia tony toni',
  'barbara barb barbie babs',
  'benjamin ben benny benji',
  'catherine katherine kathryn katharina kathleen karen katarina catalina kate katie kathy cathy kat kitty kit kaz kazza',
  'charles charlotte carlos carlo karl carl charlie charly chuck chaz lottie',
  'christopher christine christina christian kristina kristin chris kris tina chrissy topher',
  'daniel daniela danielle dan danny dani',
  'david dave davy davey',
  'deborah deb debbie debs',
  'dorothy dorothea dot dottie dolly thea',
  'edward eduardo edwin ed eddie ted teddy ned',
  'elizabeth elisabeth isabel isabella liz lizzie beth betty eliza elsa lisa liza libby bella isa betsy sissi',
  'ernest ernesto ernie',
  'francis frances francesca francisco franz frank frankie fran paco pancho fanny',
  'frederick frederic friedrich fred freddy fritz',
  'gabriel gabriela gabrielle gabe gabi gabby',
  'george georg jorge georgina georgia georgie jurgen',
  'gerald geraldine gerard gerry jerry',
  'gregory greg',
  'harold harry hal',
  'henry heinrich enrique henrik hank harry',
  'ingrid inga inge inky',
  'jacob james jacques jakob diego jake jim jimmy jamie jem',
  'jane janet johanna joanna jean jeanne juana janey jo jojo',
  'jennifer jen jenny jenna',
  'jessica jess jessie',
  'john johann johannes juan ivan jean giovanni jack johnny jon hans',
  'jonathan jon jonny nathan',
  'joseph josef jose giuseppe josephine joe joey pepe josie jo sepp',
  'kenneth ken kenny',
  'lawrence laurence laura lauren larry laurie lorenzo',
  'leonard leonardo leo lenny len',
  'lucas luke luca lukas',
  'margaret margarita margarete greta maggie meg peggy marge rita gretel madge daisy',
  'maria mary marie mariana miriam mia molly polly mimi mitzi mari',
  'matthew matthias mateo matt matty matze',
  'michael miguel michel michelle mikhail mike mick mickey micky mikey misha shelly',
  'mohammed muhammad mohamed mo moe hamo',
  'natalie natalia natasha nat nata',
  'nicholas nicolas nikolaus nicole nikolai nick nicky klaus nico nikki niko colin',
  'olivia oliver ollie liv livvy',
  'patricia patrick pat patty paddy tricia trish rick',
  'peter pedro pierre petra pete',
  'philip philipp felipe phil pip',
  'rachel raquel rach rae shelly',
  'raymond ramon ray',
  'rebecca becky becca bec',
  'richard ricardo rick ricky dick richie rich',
  'robert roberto roberta rob robbie bob bobby bobbie bert bertie',
  'ronald ronaldo ron ronnie',
  'samuel samantha sam sammy',
  'sarah sara sally sadie',
  'sebastian seb basti bastian bas',
  'stephen steven stefan stephanie esteban etienne steve stevie steph steffi',
  'susan susanne suzanne susanna sue suzy susie sanne',
  'teresa theresa terry tess tessa resi',
  'theodore theodora theo ted teddy dora',
  'thomas tomas tom tommy',
  'timothy tim timmy',
  'victoria victor vicky vic tori',
  'vincent vincenzo vince vinnie',
  'virginia ginny ginger',
  'walter walt wally',
  'william wilhelm guillermo guillaume will bill billy willy liam wilma',
  'zachary zack zach',
].map((forms) => forms.split(' '))

/** Phonetic key: unifies alternative spellings of a sound, and doubled letters. */
const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ck|[cq]/g, 'k')
    .replaceAll(/(?<=.)h/g, '')
    .replaceAll(/ie|ee|ey|[yj]/g, 'i')
    .replaceAll('z', 's')
    .replaceAll('w', 'v')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/(?<=...)[eai]$/, '')

/** True if the words differ by one inserted, deleted, changed or transposed letter. */
const isOneMistakeApart = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && left[0] === right[1] && left[1] === right[0])
  )
}

/** The word, and the word without each of its letters. */
const withoutOne = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
]

/** The word with each two neighboring letters exchanged. */
const transposed = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  )

/** Recognizes names with one mistake. Compares a word only with similar names: a group's families have thousands. */
const mistakenNames = (names: Iterable<string>): IsName => {
  const similar = new Map<string, string[]>()
  for (const name of names) {
    if (name.length < MIN_MISTAKEN || name.length > MAX_WORD + 1) continue
    for (const part of new Set(withoutOne(name))) {
      similar.set(part, [...(similar.get(part) ?? []), name])
    }
  }
  return (word) =>
    [...withoutOne(word), ...transposed(word)].some((part) =>
      similar.get(part)?.some((name) => isOneMistakeApart(word, name)),
    )
}

/** Too common for fuzzy matching to a name; exact matches such as Will still count. */
const COMMON = new Set(
  'about after again all also always and any are art ask back bad because been before best big but came can car cat cats come could day days did does dog done down each eat end ever every far fast feel few first for from fun get give goes going gone good got great had hard has have hate heart hell hello help her here hers high him his home hope hour house how idea into its just keep kind know last late learn left less let life like line list little live long look lot love made make man many math may mean men might mind more most much must name near need never new next nice night not now off old once one only open our out over own page pain part past people place plan play read real red rest right rob room rose run sad safe said same saw say see sell sent set she should show side sit six some soon start stay still stop story such sum sun take talk tell ten test than thank that the them then there these they thing think this those time today told too took tree tried try turn two under until upon use very wait walk want war was watch water way week well went were what when where which while white who whole why will wish with word words work world worry would write year yes yet you young your bate batem haut mich nos pega pegan pego tape toca tocan toco'.split(
    ' ',
  ),
)

export const isCommonWord = (word: string): boolean => COMMON.has(word)

/**
 * Further words that stand in most texts, also as short forms and parts of names (An, Do, De la Cruz): in a search, no name. They may
 * name someone at home.
 */
const EVERYDAY = new Set(
  'am an as at be by do go ha he hi if in is it ma me my no of oh ok on or so to up us we al bin da das de del den der di dos el la las le los un van von zu ban bed belt bill black blue brown child cold dad dark dick door drew eye face father floor friend gran green guy hand hands head hung hurt hurts king knife mark marks mother mum nan pat person police rich school short small son song strong'.split(
    ' ',
  ),
)
const isInMostTexts = (word: string): boolean => COMMON.has(word) || EVERYDAY.has(word)

const NOT_LETTERS = /[^a-z]+/
const MIN_MISTAKEN = 5
/** Longer words are no names. */
const MAX_WORD = 30

const wordsIn = (name: string): string[] => {
  const parts = lettersOf(name).split(NOT_LETTERS).filter(Boolean)
  return [...parts, parts.join('')].filter(({ length }) => length > 1)
}

/** First and last names of people, and short forms of the first names. */
const formsOf = (people: readonly PersonName[]) => {
  const first = people.flatMap(({ first_name }) => wordsIn(first_name))
  const last = people.flatMap(({ last_name }) => wordsIn(last_name))
  const short = SHORT_FORMS.filter((forms) => forms.some((form) => first.includes(form)))
  return { first, names: new Set([...first, ...last, ...short.flat()]) }
}

/** A name as the database splits texts: at apostrophes as well, and with the letters that `lettersOf` replaces. */
const asWritten = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter(({ length }) => length > 1)

/** Before a name, in texts of children about teachers. */
export const TITLES =
  'mr mrs ms miss mister sir dr herr frau senor senora monsieur madame mme'.split(' ')

/**
 * Words that name one of these people, for a database search: lower case, without accents. A name that is a common word counts only
 * after a title, joined with it.
 */
export const searchedNames = (people: readonly PersonName[]): string[] => {
  const written = people.flatMap(({ first_name, last_name }) =>
    [first_name, last_name].flatMap(asWritten),
  )
  const names = new Set([...formsOf(people).names, ...written])
  return [...names].flatMap((name) =>
    isInMostTexts(name)
      ? TITLES.map((title) => `${title}${name}`)
      : [name, `${name}s`].filter((word) => !isInMostTexts(word)),
  )
}

/** Chinese names without gaps, also without the family name where two characters are left; Arabic names word by word. */
const nativeNames = (people: readonly PersonName[]): RegExp | undefined => {
  const written = people.flatMap(({ first_name, last_name }) => [
    ...[last_name + first_name, first_name + last_name, first_name].map((name) =>
      nativeWordsOf(lettersOf(name)).replaceAll(' ', ''),
    ),
    ...`${first_name} ${last_name}`.split(/\s+/).map((name) => nativeWordsOf(lettersOf(name))),
  ])
  const names = written.filter((name) => /^[\p{Script=Han}\p{Script=Arabic}]{2,30}$/u.test(name))
  return names.length === 0 ? undefined : new RegExp(names.join('|'), 'gu')
}

/** @returns a predicate that recognizes the names of these people; true in doubt */
export const householdNameMatcher = (people: readonly PersonName[]): IsName => {
  const { first, names } = formsOf(people)
  const sounds = new Set([...names].filter(({ length }) => length > 2).map(soundOf))
  // Kar, Kari, Karo: prefix of a name, optionally with a diminutive ending.
  const beginnings = new Set(
    first.flatMap((name) => [3, 4, 5].filter((n) => n < name.length).map((n) => name.slice(0, n))),
  )
  const isMistaken = mistakenNames(names)
  const isLikeOne = (word: string): boolean =>
    !COMMON.has(word) &&
    (sounds.has(soundOf(word)) ||
      beginnings.has(word.replace(/(?:ie|y|i|o|a|zza|s)$/, '')) ||
      (word.length >= MIN_MISTAKEN && isMistaken(word)))
  const isOne = (word: string) => names.has(word) || (word.length > 2 && isLikeOne(word))
  const known = new Map<string, boolean>()
  const isName = (word: string) => {
    let is = known.get(word)
    if (is === undefined) {
      is =
        word.length <= MAX_WORD && (isOne(word) || (word.endsWith('s') && isOne(word.slice(0, -1))))
      known.set(word, is)
    }
    return is
  }
  return Object.assign(isName, { native: nativeNames(people) })
}

/** True if a word as it was written may be one of the names. */
export const isWrittenName = (word: string, isName: IsName): boolean => {
  const letters = lettersOf(word)
  const isNative = isName.native !== undefined && letters.search(isName.native) !== -1
  return isNative || letters.match(/[a-z]+/g)?.some(isName) === true
}

/** Matches no name. */
export const NO_NAMES: IsName = () => false
