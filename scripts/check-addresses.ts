import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { listPages } from './built-app.ts'

// A duplicated page URL becomes a dead link when the page moves. Links in emails, notifications and replies come from
// contract/paths.ts, like the browser's. Fastify's own patterns (`/verify/:code`) may repeat a path.

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const prefixes = (await listPages())
  .map(({ pattern }) => pattern.replace(/[:*].*$/, ''))
  .filter((prefix) => prefix !== '/')
const page = [...new Set(prefixes), '/api/files/'].map(escaped).join('|')
const ADDRESS = new RegExp(String.raw`(?:['"\x60]|Url\})(?:${page})(?:['"\x60?#]|\$\{)`, 'g')

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\.gen\.ts$/.test(file))

const problems = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(ADDRESS)].map(([found]) => `${file}:${index + 1}: ${found}`),
    ),
)
if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}
