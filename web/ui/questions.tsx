type QuestionsProps = {
  questions: readonly { question: string; answer: string; attributes?: object }[]
}

/** Questions that expand to show their answers. */
export const Questions = ({ questions }: QuestionsProps) => (
  <div className="divide-y divide-line border-y border-line">
    {questions.map(({ question, answer, attributes }) => (
      <details key={answer} {...attributes} className="group">
        <summary className="flex min-h-14 items-center justify-between gap-4 rounded-control py-3 font-semibold before:hidden hover:text-brand">
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
