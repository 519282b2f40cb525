import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Quest, Task } from '#contract/quests'
import { Button, Markdown, Page, PageHeading } from '#ui'
import { inReadersUnits } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { pace } from './labels.ts'
import { getQuest } from './queries.ts'

export const handle = {
  failed: 'The quest could not be loaded',
  missing: {
    title: 'Quest not found',
    text: 'It may have been removed, or the address may be incomplete.',
    action: { to: paths.quests, label: 'Explore other quests' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [getQuest(id)])

/** Printable quest: most fit on one page, longer ones take two, and courses about one for each week. */
const PrintPage = () => {
  const { id = '' } = useParams()
  const { data: quest } = useSuspenseQuery(getQuest(id))
  return (
    <Page>
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to={paths.quest(id)} className="link inline-flex min-h-11 items-center gap-2 text-sm">
          <ArrowLeft aria-hidden size={16} /> Back to the quest
        </Link>
        <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Sheet quest={quest} />
    </Page>
  )
}

const Sheet = ({ quest }: { quest: Quest }) => {
  const { weeks = [] } = quest
  const tasks = quest.tasks.filter(({ dropped }) => !dropped)
  return (
    // Small print: readable up close, and one page is worth more than large type.
    <div className="space-y-4 [page:sheet] print:space-y-2 print:text-[9pt] print:leading-[1.34] print:[&_.prose>*+*]:mt-1">
      <header className="border-b-2 border-ink pb-2">
        <PageHeading className="text-2xl sm:text-3xl print:text-[18pt]">{quest.title}</PageHeading>
        <p className="font-medium print:text-[9.5pt]">
          {pace(quest)}, ages {quest.age_min} to {quest.age_max}, {quest.total_xp} XP
        </p>
        <p className="text-muted">{quest.big_idea}</p>
      </header>
      <div className="grid gap-6 md:grid-cols-[1.75fr_1fr] print:block print:columns-2 print:gap-6">
        <section aria-labelledby="tasks" className="space-y-3 print:space-y-1.5">
          <h2 id="tasks" className="text-xl print:text-[11pt]">
            Tasks
          </h2>
          {weeks.length === 0 ? (
            <Tasks tasks={tasks} />
          ) : (
            weeks.map(({ title, text }, index) => (
              // Weeks have no identity but their position.
              // oxlint-disable-next-line react/no-array-index-key
              <section key={index} className="space-y-2 print:space-y-1">
                <h3 className="text-lg print:text-[10.5pt]">
                  Week {index + 1}: {title}
                </h3>
                <Markdown text={inReadersUnits(text)} />
                <Tasks tasks={tasks.filter(({ week }) => week === index + 1)} />
              </section>
            ))
          )}
        </section>
        <div className="space-y-4 print:space-y-2 print:pt-2">
          <Part title="What you need" text={quest.materials} />
          <Part title="Stay safe" text={quest.safety} />
          <Part title="If it does not work" text={quest.hints} />
          <Part title="For the adult who helps" text={quest.for_adults} />
        </div>
      </div>
    </div>
  )
}

const Tasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <ol className="space-y-3 print:space-y-1.5">
    {tasks.map(({ id, title, xp, required, instructions }) => (
      <li key={id} className="flex gap-3 break-inside-avoid print:gap-2">
        <span
          aria-hidden="true"
          className="mt-1 size-5 shrink-0 rounded-[3px] border-2 border-ink print:mt-0.5 print:size-3.5"
        />
        <div className="min-w-0 grow space-y-1 print:space-y-0.5">
          <h3 className="text-base print:text-[9.5pt]">
            {title}{' '}
            <span className="font-sans font-normal text-muted">
              {xp} XP{required ? '' : ', optional'}
            </span>
          </h3>
          <Markdown text={inReadersUnits(instructions)} />
        </div>
      </li>
    ))}
  </ol>
)

const Part = ({ title, text }: { title: string; text: string }): ReactNode =>
  text === '' ? null : (
    <section className="break-inside-avoid space-y-1 rounded-control border border-line p-3 print:space-y-0.5 print:p-2">
      <h2 className="text-lg print:text-[10.5pt]">{title}</h2>
      <Markdown text={inReadersUnits(text)} />
    </section>
  )

export default PrintPage
