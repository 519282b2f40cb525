// The built-in coach uses no model: it asks questions that teachers ask, chosen by the learner's message and the task. It never
// solves anything; after the third time stuck, it gives a similar example.

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

const asksForHelp = (text: string) => ['stuck', 'tell_me'].includes(intentOf(text))

/** Help beyond a question, by how often the learner has asked for it. */
const helpAfter = (asked: number, words: CoachWords, turn: number): string => {
  if (asked >= 3) return words.example
  return asked === 2 ? inTurn(words.steps, turn) : ''
}

/** The coach's answer: a passage of the task, and a question about it. */
export const coachAnswer = ({ words, lookAt, about, messages }: CoachQuestion): string => {
  const text = messages.at(-1) ?? ''
  const turn = messages.length - 1
  const intent = intentOf(text)
  const asked = messages.filter(asksForHelp).length
  const passage = about ? passageFor(about.instructions, text, turn) : ''
  const cited =
    about && passage && !['hello', 'thanks'].includes(intent)
      ? `In task ${about.number}, “${about.task}”, it says: “${passage}”`
      : ''
  const help = helpAfter(asksForHelp(text) ? asked : 0, words, turn)
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
