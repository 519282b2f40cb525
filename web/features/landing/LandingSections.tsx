import type { ReactNode } from 'react'

import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { ButtonLink } from '#ui/button'
import { PillarIcon, PillarPattern } from '#ui/pillar'
import { useSettings } from '#views/site'
import { paths } from '#web/paths'

import { PILLAR_WORDS, PROVIDED, QUESTIONS, STEPS } from './copy.ts'
import { Philosophy } from './Philosophy.tsx'
import { PortfolioPicture, QuestPicture, SkyPicture } from './pictures.tsx'

type SectionProps = {
  id: string
  title: string
  lead?: string
  sunk?: boolean
  /** Heading and content side by side where there is room. */
  beside?: boolean
  children: ReactNode
}

const Section = ({ id, title, lead, sunk = false, beside = false, children }: SectionProps) => (
  <section aria-labelledby={id} className={sunk ? 'bg-sunk' : ''}>
    <div
      className={`mx-auto max-w-content px-4 py-16 sm:px-6 lg:py-24 ${beside ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12' : ''}`}
    >
      <div>
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {lead ? <p className="mt-3 max-w-text text-lg text-muted">{lead}</p> : null}
      </div>
      <div className={beside ? 'mt-8 lg:mt-1' : 'mt-10'}>{children}</div>
    </div>
  </section>
)

const Provided = () => (
  <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
    {PROVIDED.map(({ title, words, Icon }) => (
      <li key={title}>
        <Icon aria-hidden size={28} strokeWidth={1.75} className="text-brand" />
        <h3 className="mt-3 text-lg">{title}</h3>
        <p className="mt-1.5 text-muted">{words}</p>
      </li>
    ))}
  </ul>
)

const Pictures = () => (
  <div className="grid items-stretch gap-6 md:grid-cols-2 lg:grid-cols-3">
    <Picture words="A quest: what to do, what it is for, how far you have come.">
      <QuestPicture />
    </Picture>
    <Picture words="A portfolio page: what a grandmother, a school or a master carpenter gets to see.">
      <PortfolioPicture />
    </Picture>
    <Picture words="The constellation: a star for each pillar, brighter with what you have done.">
      <SkyPicture />
    </Picture>
  </div>
)

const Picture = ({ words, children }: { words: string; children: ReactNode }) => (
  <figure className="flex flex-col gap-4 md:last:max-lg:col-span-2">
    <div className="grid grow [&>*]:h-full">{children}</div>
    <figcaption className="text-muted">{words}</figcaption>
  </figure>
)

const Pillars = () => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
    {PILLARS.map((pillar) => (
      <li
        key={pillar}
        data-pillar={pillar}
        className="relative overflow-hidden rounded-card bg-pillar-soft p-5 text-pillar last:sm:max-lg:col-span-2"
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
  <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
    {STEPS.map(({ title, words }, index) => (
      <li key={title} className="border-t-3 border-brand pt-4">
        <p aria-hidden="true" className="font-heading text-3xl font-bold text-brand tabular-nums">
          {index + 1}
        </p>
        <h3 className="mt-2 text-xl">{title}</h3>
        <p className="mt-2 text-muted">{words}</p>
      </li>
    ))}
  </ol>
)

const Questions = () => (
  <div className="divide-y divide-line border-y border-line">
    {QUESTIONS.map(({ question, answer }) => (
      <details key={question} className="group">
        <summary className="flex min-h-14 items-center justify-between gap-4 rounded-control py-3 font-semibold marker:content-none [&::-webkit-details-marker]:hidden">
          {question}
          <span
            aria-hidden="true"
            className="text-xl leading-none text-brand transition-transform group-open:rotate-45"
          >
            +
          </span>
        </summary>
        <p className="max-w-text pb-5 text-muted">{answer}</p>
      </details>
    ))}
  </div>
)

const Contact = () => {
  const { support_email } = useSettings()
  return (
    <section aria-labelledby="begin" className="night bg-sky text-ink">
      <div className="mx-auto flex max-w-content flex-col items-start gap-6 px-4 py-16 sm:px-6 lg:flex-row lg:items-center lg:justify-between lg:py-20">
        <div>
          <h2 id="begin" className="text-2xl sm:text-3xl">
            Begin with one quest
          </h2>
          <p className="mt-3 max-w-text text-muted">
            An account is free. A question first? Write to{' '}
            <a href={`mailto:${support_email}`} className="link">
              {support_email || 'our support'}
            </a>
            .
          </p>
        </div>
        <ButtonLink to={paths.register} size="large">
          Create account
        </ButtonLink>
      </div>
    </section>
  )
}

/** Everything under the first screen of the landing page. */
export const LandingSections = () => (
  <>
    <Section
      id="provided"
      title="What you get"
      lead="Tools that take a young person's own work seriously, and people who read it."
      sunk
    >
      <Provided />
    </Section>
    <Section
      id="pictures"
      title="What it looks like"
      lead="No glossy photographs: these are parts of the product itself."
    >
      <Pictures />
    </Section>
    <Section id="steps" sunk title="How it works" lead="Four steps, as often round as you like.">
      <Steps />
    </Section>
    <Section
      id="pillars"
      title="Five pillars to steer by"
      lead="Every task earns experience in one of them. Over the years they show what somebody is made of."
    >
      <Pillars />
    </Section>
    <Section id="philosophy" title="The process is the goal" sunk beside>
      <Philosophy />
    </Section>
    <Section id="questions" title="Questions" beside>
      <Questions />
    </Section>
    <Contact />
  </>
)
