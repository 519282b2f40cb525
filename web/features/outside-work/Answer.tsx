import { useState } from 'react'

import { WitnessAnswer, type WitnessQuestion } from '#contract/outside-work'
import { OUTSIDE_KIND_NAMES } from '#rules/outside-work'
import { Alert, Button, TextField } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { daysInWords, hoursInWords } from './labels.ts'
import { outsideWork } from './queries.ts'

type AnswerProps = { token: string; question: WitnessQuestion }

/** The question to a witness, and the answer, which can be corrected until it is decided. */
export const Answer = ({ token, question }: AnswerProps) => {
  const { answered_hours, open } = question
  const [isCorrecting, setIsCorrecting] = useState(false)
  const isAsking = open && (answered_hours === null || isCorrecting)
  return (
    <>
      <p>
        {question.asked_by ?? 'An advisor'} asks on behalf of {question.learner}, who has named{' '}
        <bdi>{question.witness_name}</bdi> as a witness:
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-card border border-line p-4">
        <Row name="What">
          {OUTSIDE_KIND_NAMES[question.kind]}, {question.title}
        </Row>
        <Row name="Where">{question.organisation}</Row>
        <Row name="When">{daysInWords(question)}</Row>
        <Row name="Hours">{question.hours}</Row>
      </dl>
      {isAsking ? (
        <AnswerForm token={token} question={question} done={() => setIsCorrecting(false)} />
      ) : (
        <>
          <Alert tone={answered_hours ? 'success' : 'info'} role="status">
            {answerInWords(question)}
          </Alert>
          {open ? (
            <Button variant="secondary" onClick={() => setIsCorrecting(true)}>
              Correct the answer
            </Button>
          ) : null}
        </>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
)

const answerInWords = ({ answered_hours, open }: WitnessQuestion): string => {
  if (answered_hours === null) return 'This is no longer asked. There is nothing for you to do.'
  if (answered_hours === 0) return 'You have answered that you can’t confirm this. Thank you.'
  return `You have confirmed ${hoursInWords(answered_hours)}. Thank you.${open ? '' : ' It has been decided since.'}`
}

const AnswerForm = ({ token, question, done }: AnswerProps & { done: () => void }) => {
  const params = { token }
  const shown = outsideWork.showWitnessQuestion.query({ params })
  const answer = useApiMutation(outsideWork.answerAsWitness, { replaces: () => shown.queryKey })
  const { field, frame } = useAppForm({
    schema: WitnessAnswer,
    defaultValues: { hours: question.answered_hours || question.hours },
    labels: { hours: 'Hours that you can confirm' },
    save: (body) => answer.mutateAsync({ params, body }),
    onSaved: done,
    failed: 'Your answer could not be sent. Please try again.',
  })
  const deny = useApiMutation(outsideWork.answerAsWitness, {
    replaces: () => shown.queryKey,
    onSuccess: done,
  })
  return (
    <>
      <ChangeForm {...frame} className="space-y-4" action="Confirm the hours">
        <TextField
          {...field('hours')}
          type="number"
          inputMode="numeric"
          min={1}
          max={question.hours}
          hint="Fewer, if you only know of a part. By confirming you say that you saw this work yourself, or are responsible for it."
        />
      </ChangeForm>
      {deny.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(deny.error)}
        </Alert>
      ) : null}
      <Button
        variant="quiet"
        busy={deny.isPending}
        onClick={() => deny.mutate({ params, body: { hours: 0 } })}
      >
        I can’t confirm this, or don’t know this person
      </Button>
    </>
  )
}
