import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'

import { isAboutHome } from '#rules/withheld'

import { householdNameMatcher, NO_NAMES } from './names-at-home.ts'
import {
  mayBeAboutHome,
  screen,
  screenAdult,
  screenAnswer,
  screenInConversation,
  screenLures,
} from './screening.ts'

const FILE = new URL('../../testing/hostile-talks/languages.yaml', import.meta.url)
type ByLanguage = Record<string, string[]>
const { disclosures, from_adults, harmless, harmless_of_children, of_teachers, blaming } = load(
  await readFile(FILE, 'utf8'),
) as Record<'disclosures' | 'from_adults' | 'harmless' | 'harmless_of_children', ByLanguage> &
  Record<'of_teachers' | 'blaming', string[]>

describe.each(Object.keys(disclosures))('in %s', (language) => {
  test('plain words of harm are heard', () => {
    expect(
      disclosures[language]?.filter((text) => screenInConversation([], text).length === 0),
    ).toEqual([])
  })
  test('no adult says what no adult may ask of a child', () => {
    expect(from_adults[language]?.filter((text) => screenAdult([], text).length === 0)).toEqual([])
  })
  test('ordinary sentences of children, teachers and parents pass', () => {
    const of = harmless[language] ?? []
    const ofChildren = harmless_of_children[language] ?? []
    expect([...of, ...ofChildren].filter((text) => screen(text).length > 0)).toEqual([])
    expect(of.filter((text) => screenAdult([], text).length > 0)).toEqual([])
    expect(of.filter((text) => screenAnswer(text).length > 0)).toEqual([])
  })
})

test('a teacher asks for pictures of work, and for what no machine may', () => {
  expect(of_teachers.filter((text) => screenAdult([], text).length > 0)).toEqual([])
})

test('thoughts of death that name somebody at home are not for the family', () => {
  const isHeldBack = (text: string) => mayBeAboutHome(screenInConversation([], text), text)
  expect(blaming.filter((text) => !isHeldBack(text))).toEqual([])
})

test.each([
  ['mi papá me pega', true],
  ['meu padrasto me bate', true],
  ['tata mnie bije', true],
  ['爸爸打我', true],
  ['أبي يضربني', true],
  ['me quiero morir por culpa de mi papá', true],
  ['chcę umrzeć przez tatę', true],
  ['quero morrer por causa do meu padrasto', true],
  ['爸爸天天骂我，我想死', true],
  ['chú ấy bắt em gửi ảnh không mặc quần áo', true],
  ['wujek chce ode mnie nagie zdjecia', true],
  ['if I died my parents would be happy', true],
  ['my dad locks the kitchen at night so we cant eat', true],
  ['my uncle told me to delete our messages', true],
  ['he says if I dont send pics he will post the old ones', false],
  ['quiero morir', false],
  ['kids at school made me so sad that I want to die', false],
  ['我想死', false],
])('%s: is held back from the family: %s', (text, expected) => {
  const found = screen(text)
  expect(mayBeAboutHome(found, text)).toBe(expected)
  const content = { found, isAtHome: NO_NAMES }
  expect(isAboutHome({ ...content, texts: [text] })).toBe(expected)
})

test.each([
  'Mis padres me dan miedo. No se lo digan, por favor.',
  'mis padres son malos',
  'meus pais são maus',
  'rodzice są źli',
  'mẹ em dữ',
  'bei mir zu Hause ist es schlimm',
  'en mi casa es horrible',
  'chez moi c’est horrible',
  'na minha casa é horrível',
  'w domu jest strasznie',
  'ở nhà em',
  'في البيت',
  '在家很可怕',
  'my folks are mean to me',
  'my fam',
  'my relatives',
  'my twin scares me',
  'my cousins are mean',
  'my niece',
  'my nephew',
  'in this house',
  'meine Familie macht mir Angst',
  'meine Geschwister',
  'meine Großeltern',
  'mi familia me da miedo',
  'mis abuelos',
  'mis hermanos',
  'mi primo',
  'mes frères',
  'minha família',
  'meus irmãos',
  'moja rodzina',
  'mój brat',
  'siostra',
  'pamilya ko',
  'gia đình em',
  'anh trai em',
  'ghar wale',
  'عائلتي',
  '家人',
  '我家',
  'mis papás',
])('a report with the note %j is not for the family', (note) => {
  expect(mayBeAboutHome([{ category: 'reported' }], note)).toBe(true)
})

test.each(['They are mean to me in the game', 'Er ist gemein zu mir', 'Me insulta en el juego'])(
  'a report with the note %j is',
  (note) => {
    expect(mayBeAboutHome([{ category: 'reported' }], note)).toBe(false)
  },
)

test('a person’s report that names somebody at home in another language is held back', () => {
  for (const text of ['to zrobil jej ojciec', 'foi o padrasto dela', '是她爸爸', 'زوج امي']) {
    expect(mayBeAboutHome([{ category: 'reported' }], text), text).toBe(true)
  }
})

test('a game that a child speaks of as well does not hide what it tells', () => {
  for (const text of [
    'mi papá me pega cuando estoy jugando',
    'después del fútbol me quiero morir',
    'après le foot je veux mourir',
    'ele me bate brincando e depois chora',
    'pan Król mnie bije',
    'Raja uncle mujhe maarte hai',
  ]) {
    expect(screen(text), text).not.toEqual([])
  }
})

test('gaps, traditional characters and accents change nothing', () => {
  for (const text of [
    '爸 爸 打 我',
    '媽媽打我',
    '爸爸，打我',
    'أَبي يَضرِبني',
    'Q u i e r o  m o r i r',
  ]) {
    expect(screen(text), text).not.toEqual([])
  }
})

test.each([
  ['mándame una foto tuya', 'no le digas a tus papás', 'estas sola en casa?'],
  ['envoie moi une photo de toi', "n'en parle pas à tes parents", 'tu es seule chez toi ?'],
  ['schick mir ein Bild von dir', 'sag es niemandem', 'bist du allein zuhause?'],
  ['me manda uma foto sua', 'não conta pros seus pais', 'tá sozinha em casa?'],
  ['wyślij mi swoje zdjęcie', 'nie mów rodzicom', 'jestes sama w domu?'],
  ['發一張你的泳裝照給我', '不要告诉你爸妈', '你一个人在家吗'],
  ['أرسلي لي صورتك بالبكيني', 'لا تخبري والديك', 'هل أنت وحدك في البيت'],
])('among minors too, several kinds of lures are a sign: %s', (one, other, third) => {
  expect(screenLures([], one)).toBeUndefined()
  expect(screenLures([one], other)).toBe('medium')
  expect(screenLures([one, other], third)).toBe('high')
})

test('friends may like each other and visit each other', () => {
  for (const [one, other] of [
    ['me gustas mucho', 'ven a mi casa el sábado'],
    ['viens chez moi', "j'ai envie de t'embrasser"],
    ['ich bin in dich verliebt', 'komm doch zu mir nach hause'],
  ] as const) {
    expect(screenLures([one], other), one).toBeUndefined()
  }
})

test.each([
  ['我想死。王伟每天骂我', true],
  ['I want to die. 王伟 shouts at me', true],
  ['أريد أن أموت، محمود يصرخ', true],
  ['我想死。李娜每天骂我', false],
])('a name at home counts in its own letters: %s', (text, expected) => {
  const isAtHome = householdNameMatcher([
    { first_name: '伟', last_name: '王' },
    { first_name: 'محمود', last_name: 'حسن' },
  ])
  const found = screen(text, isAtHome)
  expect(found).not.toEqual([])
  expect(mayBeAboutHome(found, text, isAtHome)).toBe(expected)
})
