// The built-in coach uses no model: it asks questions that teachers ask, chosen by the learner's message and the task. It never
// solves anything. Who is stuck gets the quest's own hint for it, or else a worked step of something similar, a smaller step, and at
// last a complete example of something similar.

/** Intent of a learner's message. */
export const INTENTS = [
  'tell_me',
  'stuck',
  'check',
  'done',
  'begin',
  'explain',
  'hello',
  'thanks',
  'talk',
] as const
export type Intent = (typeof INTENTS)[number]

/** The first match applies. */
const SAYS: readonly [Intent, RegExp][] = [
  [
    'tell_me',
    /\b(do (it|this|my (home)?work|the task) for me|write (it|this|me|my|the|an?) \b|(just )?(tell|give|show) me the (answer|solution|result)s?|what('?s| is| are) the (right |correct )?(answer|solution)s?|solve (it|this|that)|answer key|finish (it|this) for me|make it for me|copy and paste)/i,
  ],
  [
    'stuck',
    /\b(stuck|don'?t (know|get|understand)|do not (know|understand)|no idea|idk|can'?t (do|figure|think|find|start)|confus(ed|ing)|too (hard|difficult)|help( me)?|lost|doesn'?t work|not working|hint|another hint)\b/i,
  ],
  [
    'check',
    /\b(is (this|it|that|my \w+) (right|correct|good|ok|okay|enough)|check (my|this|it)|what do you think|how (does|is) (this|it|my)|here('?s| is) (my|what)|feedback|better\?)/i,
  ],
  ['done', /\b(i('?m| am) (done|finished|ready)|finished( it)?|i did it|i made it|all done)\b/i],
  [
    'begin',
    /\b(how (do|should|can) i (start|begin)|where (do|should) i (start|begin)|start(ing)?|begin|first step|what (do|should) i do( first)?)\b/i,
  ],
  [
    'explain',
    /\b(what (is|are|does|do|was|were)|why|how (does|do|is|are|did|can)|explain|mean(s|ing)?|who (is|was)|difference between)\b/i,
  ],
  ['thanks', /\b(thanks?( you)?|thx|great|cool|awesome)\b/i],
  ['hello', /^\W*(hi|hello|hey|good (morning|afternoon|evening)|hallo|hola)\b/i],
]

export const intentOf = (text: string): Intent =>
  SAYS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'talk'

/** Texts of the coach. {task} and {quest} are placeholders for titles. */
export type CoachWords = {
  /** Questions by intent. */
  questions: Record<Intent, readonly string[]>
  /** Smaller steps, for a learner who is stuck again. */
  steps: readonly string[]
  /** Complete example of a similar task. */
  example: string
}

export type CoachTask = {
  quest: string
  task: string
  /** Counted from 1, as on the page. */
  number: number
  instructions: string
}

export type CoachQuestion = {
  words: CoachWords
  /** A worked step of something similar, for the task's pillar; empty without a quest. */
  worked: string
  /** The quest's hints: a Markdown list whose items begin with a difficulty in bold. */
  hints: string
  /** Hints that match the requested kind of evidence. */
  lookAt: readonly string[]
  about: CoachTask | undefined
  /** The learner's messages, oldest first, including the current one. */
  messages: readonly string[]
}

/** Rotates through the choices: avoids repetition, and the same conversation gets the same answer. */
const inTurn = (choices: readonly string[], turn: number): string =>
  choices[turn % Math.max(1, choices.length)] ?? ''

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu))

const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Sentence of the instructions with the most words in common with the learner's message, or else the next in rotation. */
const passageFor = (instructions: string, text: string, turn: number): string => {
  const sentences = plain(instructions).match(/[^.!?]+[.!?]+/g) ?? []
  const messageWords = wordsOf(text)
  const shared = sentences.map(
    (sentence) => [...wordsOf(sentence)].filter((word) => messageWords.has(word)).length,
  )
  const most = Math.max(0, ...shared)
  const chosen = most > 0 ? sentences[shared.indexOf(most)] : inTurn(sentences, turn)
  return chosen?.trim() ?? ''
}

type Hint = { difficulty: string; help: string }

const hintsIn = (markdown: string): Hint[] =>
  [...markdown.matchAll(/^ *[-*] +\*\*(.+?)\*\* *(.+)$/gm)].map(
    ([, difficulty = '', help = '']) => ({ difficulty: plain(difficulty), help: plain(help) }),
  )

/** Beginnings of words that say nothing about a difficulty. */
const COMMON = new Set(
  'your this that have with them they from what when does cann nobo some ever noth very more than then ther will woul coul want know just'.split(
    ' ',
  ),
)
/** Beginnings of the words that matter, so that “falls” and “falling” are the same. */
const stemsOf = (text: string) =>
  new Set([...wordsOf(text)].map((word) => word.slice(0, 4)).filter((stem) => !COMMON.has(stem)))

/** The hint that shares the most words with a message, and at least half of its difficulty's. */
const hintFor = (hints: readonly Hint[], text: string): Hint | undefined => {
  const said = stemsOf(text)
  const scored = hints.map((hint) => {
    const stems = [...stemsOf(hint.difficulty)]
    const shared = stems.filter((stem) => said.has(stem)).length
    return { hint, score: shared * 2 >= stems.length ? shared : 0 }
  })
  const most = Math.max(0, ...scored.map(({ score }) => score))
  return most === 0 ? undefined : scored.find(({ score }) => score === most)?.hint
}

/** Hint for the last of the messages; each hint is given once. */
const newHint = (markdown: string, messages: readonly string[]): Hint | undefined => {
  let unused = hintsIn(markdown)
  let found: Hint | undefined
  for (const text of messages) {
    found = hintFor(unused, text)
    unused = unused.filter((hint) => hint !== found)
  }
  return found
}

const asksForHelp = (text: string) => ['stuck', 'tell_me'].includes(intentOf(text))

/** Help beyond a question, by how often the learner has asked for it. */
const helpAfter = (
  asked: number,
  { words, worked }: Pick<CoachQuestion, 'words' | 'worked'>,
  turn: number,
): string => {
  if (asked >= 3) return words.example
  if (asked === 2) return inTurn(words.steps, turn)
  return asked === 1 ? worked : ''
}

/** The coach's answer: help or a passage of the task, and a question about it. */
export const coachAnswer = ({
  words,
  worked,
  hints,
  lookAt,
  about,
  messages,
}: CoachQuestion): string => {
  const text = messages.at(-1) ?? ''
  const turn = messages.length - 1
  const intent = intentOf(text)
  const asked = messages.filter(asksForHelp).length
  const isTalk = !['hello', 'thanks'].includes(intent)
  const hint = isTalk ? newHint(hints, messages) : undefined
  const passage = about ? passageFor(about.instructions, text, turn) : ''
  const help = hint
    ? `Your quest has a hint for that. “${hint.difficulty}” ${hint.help}`
    : helpAfter(asksForHelp(text) ? asked : 0, { words, worked }, turn)
  const cited =
    about && passage && isTalk && help === ''
      ? `In task ${about.number}, “${about.task}”, it says: “${passage}”`
      : ''
  const look = intent === 'check' || intent === 'done' ? inTurn(lookAt, turn) : ''
  const question = inTurn(words.questions[intent], turn)
  return [cited, help, look, question]
    .filter((part) => part !== '')
    .map((part) =>
      part
        .replaceAll('{task}', about?.task ?? 'what you are doing')
        .replaceAll('{quest}', about?.quest ?? 'your quest')
        .trim(),
    )
    .join('\n\n')
}
