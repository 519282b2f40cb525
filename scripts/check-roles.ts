import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// A second list of roles makes two parts of the program disagree about permissions. Two staff roles in one list, union or
// condition are such a list, anywhere except in the two files that decide. Tests may repeat it.

const DECIDING = new Set(['rules/membership.ts', 'rules/access.ts'])
const STAFF = String.raw`['"](?:advisor|educator|admin)['"]`
const LIST = new RegExp(String.raw`${STAFF}\s*(?:,|\|\|?|\|\|[^\n]*?===)\s*${STAFF}`, 'g')

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(contract|rules|server|web)\//.test(file))
  .filter((file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file) && !DECIDING.has(file))

const problems = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(LIST)].map(([found]) => `${file}: ${found}`),
)
if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}
