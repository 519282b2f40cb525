import words from '#content/consultation.json' with { type: 'json' }
import { paths } from '#contract/paths'
import { ButtonLink, lazyPart, Page, PageHeading, Questions, SectionCard, Skeleton } from '#ui'
import { shownIf } from '#views/site'
import { useHydrated } from '#web/browser'

const BookForm = lazyPart(() => import('./BookForm.tsx'), 'BookForm', 'h-96')

/** Describes the free consultation, with the booking form. */
const ConsultationPage = () => (
  <Page>
    <PageHeading
      title="Free 30-minute consultation"
      description={words.lead}
      className="max-w-180 text-display"
    >
      Thirty minutes with a <span {...shownIf('licensed_teachers')}>licensed </span>teacher
    </PageHeading>
    <p className="mt-6 max-w-text text-lg text-muted" {...shownIf('not-consultations')}>
      This school does not offer consultations at the moment.
    </p>
    <p className="mt-6 max-w-text text-lg text-muted" {...shownIf('consultations')}>
      {words.lead}
    </p>
    <div {...shownIf('consultations')} className="mt-12 grid items-start gap-10 lg:grid-cols-2">
      <section aria-labelledby="course">
        <h2 id="course" className="text-2xl">
          How the half hour goes
        </h2>
        <ol className="mt-6 space-y-6">
          {words.course.map((part) => (
            <li key={part.title} className="border-l-4 border-brand pl-5">
              <p className="text-sm font-semibold text-muted">{part.minutes} minutes</p>
              <h3 className="mt-0.5 text-lg">{part.title}</h3>
              <p className="mt-1 max-w-text text-muted">{part.words}</p>
            </li>
          ))}
        </ol>
      </section>
      <Book />
    </div>
    <section {...shownIf('consultations')} aria-labelledby="questions" className="mt-14 max-w-180">
      <h2 id="questions" className="text-2xl">
        Good to know
      </h2>
      <div className="mt-4">
        <Questions questions={words.questions} />
      </div>
    </section>
  </Page>
)

const Book = () => {
  const isHere = useHydrated()
  return (
    <SectionCard id="book" title="Choose a time" className="space-y-4">
      {isHere ? <BookForm /> : <Skeleton className="h-96" />}
      <p className="text-muted">Not sure yet? See for yourself first:</p>
      <ButtonLink to={paths.demo} variant="secondary">
        Try the 2-minute demo
      </ButtonLink>
    </SectionCard>
  )
}

export default ConsultationPage
