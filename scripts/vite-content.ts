import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

import landing from '../content/landing.json' with { type: 'json' }
import type { DemoQuest } from '../rules/demo.ts'
import { PILLARS } from '../rules/pillars.ts'
import { readDemoQuests, readQuestLibrary } from '../server/features/quests/library.ts'
import { splitFrontMatter } from '../server/platform/content/index.ts'

// Converts content/ into modules of the web app at build time, so that Markdown and YAML parsers stay out of the browser.

const DEMO_QUESTS = 'virtual:demo-quests'
const LANDING_QUESTS = 'virtual:landing-quests'
const DOCUMENT = /\/content\/legal\/[\w-]+\.md(\?text)?$/

export const content = (): Plugin => ({
  name: 'lodestar-content',
  resolveId: (id) => ([DEMO_QUESTS, LANDING_QUESTS].includes(id) ? `\0${id}` : undefined),
  async load(id) {
    if (id === `\0${DEMO_QUESTS}`)
      return `export const QUESTS = ${JSON.stringify(await demoQuests())}`
    if (id === `\0${LANDING_QUESTS}`)
      return `export const QUESTS = ${JSON.stringify(await landingQuests())}\nexport const PICTURED = ${JSON.stringify(await picturedQuest())}\nexport const WORK = ${JSON.stringify(await exampleOfWork())}`
    if (!DOCUMENT.test(id)) return undefined
    const [file = '', part] = id.split('?')
    const { html, ...head } = documentOf(await readFile(file, 'utf8'))
    return `export default ${JSON.stringify(part === 'text' ? html : head)}`
  },
})

const demoQuests = async (): Promise<DemoQuest[]> =>
  (await readDemoQuests()).map(({ id, title, summary, appeal, cover_motif, tasks }) => ({
    id,
    title,
    description: summary,
    appeal,
    motif: cover_motif,
    totalXP: tasks.reduce((sum, { xp }) => sum + xp, 0),
    tasks: tasks.map(({ id, title, pillar, xp, instructions }) => ({
      id,
      title,
      pillar,
      xp,
      instructions: new Marked().parse(instructions, { async: false }),
    })),
  }))

/** Featured quests of the library, in the order of content/landing.json. */
const landingQuests = async () => {
  const library = await readQuestLibrary()
  return landing.quests.map((slug) => {
    const quest = library.find((each) => each.slug === slug)
    if (!quest) throw new Error(`landing.json: no quest is called ${slug}`)
    const { id, title, summary, estimated_hours, age_min, age_max, cover_motif, tasks } = quest
    const pillars = PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar))
    return { id, title, summary, estimated_hours, age_min, age_max, cover_motif, pillars }
  })
}

/** The quest and the task in the pictures of the landing page, with the library's own figures. */
const picturedQuest = async () => {
  const { quest: slug, task: title } = landing.pictured
  const quest = (await readQuestLibrary()).find((each) => each.slug === slug)
  const task = quest?.tasks.find((each) => each.title === title)
  if (!quest || !task) throw new Error(`landing.json: ${slug} has no task “${title}”`)
  const pillars = PILLARS.filter((pillar) => quest.tasks.some((each) => each.pillar === pillar))
  return {
    title: quest.title,
    summary: quest.summary,
    seed: slug,
    motif: quest.cover_motif,
    pillars,
    tasks: quest.tasks.length,
    task: { title, pillar: task.pillar, xp: task.xp },
  }
}

type SampleWork = {
  quest: string
  work: {
    task: string
    evidence: { image?: string; alt?: string; caption?: string; text?: string }[]
    accepted?: { comment: string }
  }[]
}

/** A piece of work as the sample world’s learner hands it in, with the task’s own XP. */
const exampleOfWork = async () => {
  const { file, task: key, maker } = landing.work
  const sample = new URL(`../content/sample/work/${file}.yaml`, import.meta.url)
  const { quest: slug, work } = load(await readFile(sample, 'utf8')) as SampleWork
  const quest = (await readQuestLibrary()).find((each) => each.slug === slug)
  const task = quest?.tasks.find((each) => each.key === key)
  const piece = work.find((each) => each.task === key)
  if (!quest || !task || !piece?.accepted) throw new Error(`landing.json: no work on ${key}`)
  const picture = piece.evidence.find(({ image }) => image !== undefined)
  const text = piece.evidence.map((block) => block.text ?? '').join('')
  return {
    maker,
    quest: quest.title,
    task: { title: task.title, pillar: task.pillar, xp: task.xp },
    picture: { alt: picture?.alt ?? '', caption: picture?.caption ?? '' },
    text: new Marked().parse(text, { async: false }),
    comment: piece.accepted.comment,
  }
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const documentOf = (file: string) => {
  const { head, body } = splitFrontMatter(file) ?? { head: '', body: file }
  const { title, summary, version, date } = load(head) as Record<string, string>
  const contents: { id: string; title: string }[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const id = anchorOf(text)
        if (depth === 2) contents.push({ id, title: text })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      table(token) {
        const [header = '', ...rows] = [token.header, ...token.rows].map((row) => {
          const cells = row.map(({ header, tokens }) => {
            const words = this.parser.parseInline(tokens)
            return header ? `<th scope="col">${words}</th>` : `<td>${words}</td>`
          })
          return `<tr>${cells.join('')}</tr>`
        })
        // Wide tables scroll separately, also by keyboard.
        return `<div class="wide-table" role="group" aria-label="Table" tabindex="0"><table><thead>${header}</thead><tbody>${rows.join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(body, { async: false })
  return { title, summary, version: String(version), date: String(date), contents, html }
}
