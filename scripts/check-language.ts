import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Comments and names read as native technical English (the glossary of CONTRIBUTING.md). This check knows the habits that came back most
// often; it is no substitute for reading.

/** Words of a comment, and what to write instead. */
const COMMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /^(?:What|Who|Whom|Whose|Whoever|Whatever|Those|By which|Up to where)\b/,
    'begin with a verb ("Returns …") or a noun ("Cursor of …")',
  ],
  [/^Where\b/, 'begin with a verb or a noun, or with "If"'],
  [
    /\b(?:lets?|goes) out of the house\b|\bleaves? the house\b/,
    'is published, is visible outside the site',
  ],
  [/\bis nobody's\b/, 'belongs to nobody'],
  [/\b(?:rooms?|doors?) of (?:the|a) (?:codebase|house)\b/, 'layer, module; entry point'],
  [/\bbrings? (?:in|along|with it)\b/, 'import, include'],
]

/** Words of an exported name, and what to use instead. */
const NAMES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(?:tell|told)(?=[A-Z]|$)/, 'notify, publish'],
  [/^(?:keep|kept)(?=[A-Z]|$)/, 'save, saved, retain'],
  [/^(?:bring|brought)(?=[A-Z]|$)/, 'import, imported'],
  [/^take(?:In|Away|Up|Out)?(?=[A-Z]|$)/, 'consume, claim, revoke, enroll, issue'],
  [/^(?:forget)(?=[A-Z]|$)/, 'delete, erase'],
  [/^refuse(?=[A-Z]|$)/, 'reject'],
  [/(?:^s|S)tanding(?=[A-Z]|$)/, 'current, active, status, snapshot'],
  [/(?:^s|S)ettle(?:d|s)?(?=[A-Z]|$)/, 'finalize, pending'],
  [/^(?:MOST)_/, 'MAX_'],
  [
    /^(?:builtOnce|goOn|howFar|hasJobs|letsOut|makeWay|clearAway|takeIn)$/,
    'the standard verb (CONTRIBUTING.md)',
  ],
  [/Letters?$/, 'Email, Emails'],
  [/^make(?=[A-Z])/, 'create, render'],
  [/^begin(?=[A-Z])/, 'start'],
  [/HeldBack/, 'Withheld'],
  [/Colour|Behaviour|Labelled/, 'American spelling: Color, Behavior, Labeled'],
  [/^(?:Asked|Begun|Giving|Brought|Restored|Sent)$/, '…Input, …Result, or the noun'],
]

const COMMENT = /\/\*\*?([^]*?)\*\/|(?:^|(?<=\s))\/\/(?!\/)(.*)$/gm
const EXPORT =
  /^export (?:default )?(?:declare )?(?:async )?(?:const|function\*?|type|class|interface) (\w+)/gm

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !/\.gen\.ts$|\.d\.ts$/.test(file))

const problems: string[] = []
for (const file of files) {
  const code = readFileSync(file, 'utf8')
  const report = (index: number, words: string, instead: string) =>
    problems.push(`${file}:${code.slice(0, index).split('\n').length}: "${words}": ${instead}.`)
  for (const comment of code.matchAll(COMMENT)) {
    const text = (comment[1] ?? comment[2] ?? '')
      .replaceAll(/^\s*\*? ?/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    for (const [pattern, instead] of COMMENTS) {
      const found = pattern.exec(text)
      if (found) report(comment.index, text.slice(found.index, found.index + 60), instead)
    }
  }
  for (const { 1: name, index } of code.matchAll(EXPORT)) {
    for (const [pattern, instead] of NAMES) {
      if (pattern.test(name!)) report(index, name!, instead)
    }
  }
}
if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}
