import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { QUESTS } from 'virtual:landing-quests'

import { paths } from '#contract/paths'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { DrawnCover, PillarIcon, PillarPattern, Questions } from '#ui'

import { PILLAR_WORDS, PROVIDED, QUESTIONS, STEPS } from './copy.ts'
import { PortfolioPicture, QuestPicture, RecordPicture } from './pictures.tsx'
import { Section } from './Section.tsx'
import { WorkExample } from './WorkExample.tsx'

const Provided = () => (
  <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
    {PROVIDED.map(({ title, words, Icon, attributes }) => (
      <li key={title} {...attributes}>
        <Icon aria-hidden size={28} strokeWidth={1.75} className="text-brand" />
        <h3 className="mt-3 text-lg">{title}</h3>
        <p className="mt-1.5 text-muted">{words}</p>
      </li>
    ))}
  </ul>
)

const Pictures = () => (
  <div className="grid items-stretch gap-6 md:grid-cols-2 lg:grid-cols-3">
    <Picture words="A quest: what to do, why, and how far you have come.">
      <QuestPicture />
    </Picture>
    <Picture words="A portfolio page: what a grandmother, a school or a master carpenter gets to see.">
      <PortfolioPicture />
    </Picture>
    <Picture words="A record: signed, so that anyone who receives it can verify it without asking us.">
      <RecordPicture />
    </Picture>
  </div>
)

const Picture = ({ words, children }: { words: string; children: ReactNode }) => (
  <figure className="flex flex-col gap-4 md:last:max-lg:col-span-2">
    <div className="grid grow [&>*]:h-full">{children}</div>
    <figcaption className="text-muted">{words}</figcaption>
  </figure>
)

const Quests = () => (
  <>
    <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      {QUESTS.map((quest) => (
        <li key={quest.id} className="flex gap-4">
          <DrawnCover
            seed={quest.id}
            pillars={quest.pillars}
            motif={quest.cover_motif}
            className="size-24 shrink-0 rounded-card border border-line"
          />
          <div className="min-w-0">
            <h3 className="text-lg">{quest.title}</h3>
            <p className="mt-1 text-sm text-muted">{quest.summary}</p>
            <p className="mt-1.5 text-sm font-medium tabular-nums">
              {quest.estimated_hours} hours, ages {quest.age_min} to {quest.age_max}
            </p>
          </div>
        </li>
      ))}
    </ul>
    <p className="mt-10 max-w-text">
      What would one week look like?{' '}
      <Link to={paths.promo} className="link font-semibold">
        Monday, a bridge. Friday, a second one that holds.
      </Link>
    </p>
  </>
)

const Pillars = () => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
    {PILLARS.map((pillar) => (
      <li
        key={pillar}
        data-pillar={pillar}
        className="relative overflow-hidden rounded-card bg-pillar-soft p-5 text-pillar last:sm:max-xl:col-span-2"
      >
        <PillarPattern pillar={pillar} />
        <div className="relative">
          <PillarIcon pillar={pillar} size={28} />
          <h3 className="mt-3 text-lg">{PILLAR_NAMES[pillar]}</h3>
          <p className="mt-1.5 text-ink">{PILLAR_WORDS[pillar]}</p>
        </div>
      </li>
    ))}
  </ul>
)

const Steps = () => (
  <ol className="grid gap-8 [counter-reset:step] sm:grid-cols-2 lg:grid-cols-4">
    {STEPS.map(({ title, words, attributes }) => (
      <li
        key={words}
        {...attributes}
        className="border-t-3 border-brand pt-4 [counter-increment:step]"
      >
        <p
          aria-hidden="true"
          className="font-heading text-3xl font-bold text-brand tabular-nums before:content-[counter(step)]"
        />
        <h3 className="mt-2 text-xl">{title}</h3>
        <p className="mt-2 text-muted">{words}</p>
      </li>
    ))}
  </ol>
)

export const LandingQuestions = () => (
  <Section id="questions" title="Questions" sunk beside>
    <Questions questions={QUESTIONS} />
  </Section>
)

/** Static sections below the first screen of the landing page. */
export const LandingSections = () => (
  <>
    <Section
      id="provided"
      title="What you get"
      lead="Tools that take young people’s own work seriously, and people who read it."
      sunk
    >
      <Provided />
    </Section>
    <Section
      id="pictures"
      title="What it looks like"
      lead="No stock photos: this is the product itself."
    >
      <Pictures />
    </Section>
    <Section
      id="work"
      sunk
      title="What gets handed in"
      lead="An example: Noah is invented, the task and its XP are real."
    >
      <WorkExample />
    </Section>
    <Section
      id="quests"
      title="This weekend, for example"
      lead="A few of the quests in the library. Learners add tasks of their own."
    >
      <Quests />
    </Section>
    <Section id="steps" sunk title="How it works" lead="Four steps, as often as you like.">
      <Steps />
    </Section>
    <Section
      id="pillars"
      title="Five pillars to steer by"
      lead="Every task earns experience in one of them. Over the years they show what someone is made of."
    >
      <Pillars />
    </Section>
  </>
)
