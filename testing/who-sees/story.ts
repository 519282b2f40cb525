import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'

import type { Random } from '#testing/chaos/random'
import type { Person } from '#testing/start-app'

import type { Cast, LearnerName, Name } from './cast.ts'
import { createOracle, type MaySee, type Oracle } from './oracle.ts'

/** A word that was written once, and who may see it. */
export type Canary = { word: string; what: string; maySee: MaySee }

/** Words for which guardians see nothing of a thing, until safeguarding releases what they stand in. */
export type Hold = { word: string; isReleased: boolean }

export type Work = {
  id: string
  learner: LearnerName
  taskId: string
  isWithdrawn: boolean
  isPublic: boolean
  holds: Hold[]
}

export type Said = {
  id: string
  number: number
  author: Name
  to: Name[]
  isAboutHome: boolean
  isDeleted: boolean
  /** Reports that quote it. */
  quotes: MaySee[]
}

export type Thread = {
  id: string
  members: Name[]
  said: Said[]
  holds: (Hold & { from: number })[]
}

export type Talk = {
  id: string
  learner: LearnerName
  messages: number
  holds: (Hold & { from: number })[]
}

export type Story = {
  cast: Cast
  oracle: Oracle
  r: Random
  canaries: Canary[]
  works: Work[]
  threads: Thread[]
  talks: Talk[]
  /** Reports of what was refused. */
  refused: { holds: Hold[] }[]
  /** Learners whose record somebody outside was given. */
  shared: Set<LearnerName>
  /** Links that anybody may hold, by kind of parameter. */
  links: { portfolio: string[]; transcript: string[] }
  /** Addresses that open without a session, each given to one person. */
  letters: { who: Name; path: string }[]
}

export const startStory = (cast: Cast, r: Random): Story => ({
  cast,
  oracle: createOracle(cast.ties),
  r,
  canaries: [],
  works: [],
  threads: [],
  talks: [],
  refused: [],
  shared: new Set(),
  links: { portfolio: [], transcript: [] },
  letters: [],
})

export const isHeld = ({ holds }: { holds: Hold[] }): boolean =>
  holds.some(({ isReleased }) => !isReleased)

export const by = ({ cast }: Story, name: Name): Person => cast.person[name]
export const idOf = (story: Story, name: Name): string => by(story, name).id
export const of = (story: Story, name: Name) => ({ params: { id: idOf(story, name) } })

let words = 0

/** All canaries begin alike, and have only letters: screening takes none for a name or a number. */
export const CANARY = /vogel[a-z]{4}/g

const newWord = (): string => {
  words += 1
  const letters = [...words.toString(26).padStart(4, '0')].map((digit) =>
    String.fromCodePoint(97 + Number.parseInt(digit, 26)),
  )
  return `vogel${letters.join('')}`
}

export const plant = ({ canaries }: Story, what: string, maySee: MaySee): string => {
  const word = newWord()
  canaries.push({ word, what, maySee })
  return word
}

/** The reply; undefined if it is refused, as is usual in a random story. Any other failure is one. */
export const tried = async <T>(effect: Promise<T>): Promise<{ reply: T } | undefined> => {
  try {
    return { reply: await effect }
  } catch (error) {
    const { status = 500 } = error as { status?: number }
    if (status >= 500) throw error
    return undefined
  }
}

type Writing<T> = {
  author: Name
  what: string
  maySee: MaySee
  write: (word: string) => Promise<T>
}

/** Writes a new word. If it is refused, at most its author and safeguarding may see it. */
export const writes = async <T>(
  story: Story,
  { author, what, maySee, write }: Writing<T>,
): Promise<{ reply: T; word: string } | undefined> => {
  const word = plant(story, `${author}: ${what}`, maySee)
  const done = await tried(write(word))
  if (done) return { ...done, word }
  story.canaries.find((each) => each.word === word)!.maySee = story.oracle.only(author, 'lead')
  return undefined
}

const DISCLOSURES = new URL('../hostile-talks/disclosures.yaml', import.meta.url)
const told = load(await readFile(DISCLOSURES, 'utf8')) as Record<string, string[]>
const { by_friend: BY_A_FRIEND = [], ...BY_A_CHILD } = told
const HOME = Object.values(BY_A_CHILD).flat()
const DISTRESS = ['I want to kill myself', 'Nobody would miss me if I were gone']
export const HARMLESS = [
  'The tulips need a cold winter',
  'We counted the bees on the balcony',
  'I like the second drawing more',
  'Tomorrow the bread has to rise for two hours',
]

type Text = { isAboutHome: boolean; isReported: boolean; textWith: (word: string) => string }

/** Something that a child writes. */
export const childsText = ({ r }: Story, { isToFriend = false } = {}): Text => {
  const kind = r.chance(35) ? 'home' : r.chance(15) ? 'distress' : 'harmless'
  const text = r.pick(
    { home: isToFriend ? BY_A_FRIEND : HOME, distress: DISTRESS, harmless: HARMLESS }[kind],
  )
  return {
    isAboutHome: kind === 'home',
    isReported: kind !== 'harmless',
    textWith: (word) => `${text}. ${word}`,
  }
}

export const disclosure = ({ r }: Story): string => r.pick(HOME)
