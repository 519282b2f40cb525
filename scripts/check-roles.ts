import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// A second list of roles is how two parts of the program come to disagree about who may do what. Two roles of staff in one list,
// one union or one condition are such a list, wherever they stand besides the two files that decide. Tests may write it again.

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
