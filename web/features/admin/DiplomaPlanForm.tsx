import { useState } from 'react'
import * as z from 'zod/mini'

import { type EditableDiplomaPlan, NewDiplomaPlan } from '#contract/diploma-plan'
import { Alert, Button, Dialog, Textarea, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { number } from '#web/format'

import { diplomaPlan } from './queries.ts'

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter(Boolean)

/** Creates the next version of the plan, after confirming the consequences. */
export const DiplomaPlanForm = ({ plan }: { plan: EditableDiplomaPlan }) => {
  const [name, setName] = useState(plan.name)
  const [measure, setMeasure] = useState(String(plan.xp_per_credit))
  const [rule, setRule] = useState(plan.rule.join('\n\n'))
  const [required, setRequired] = useState(
    () => new Map(plan.subjects.map(({ subject, required }) => [subject, String(required)])),
  )
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = useApiMutation(diplomaPlan.changeDiplomaPlan, {
    replaces: () => diplomaPlan.showDiplomaPlan.query().queryKey,
  })
  const body = {
    from_version: plan.version,
    name,
    xp_per_credit: Number(measure),
    rule: paragraphs(rule),
    subjects: plan.subjects.map(({ subject }) => ({
      subject,
      required: Number(required.get(subject)),
    })),
  }
  const total = body.subjects.reduce((sum, { required }) => sum + required, 0)
  const check = () => {
    change.reset()
    const { error } = z.safeParse(NewDiplomaPlan, body)
    const [issue] = error?.issues ?? []
    setProblem(issue && `${labelOf(plan, issue.path)}: ${issue.message}`)
    setAsks(!issue)
  }
  const save = () => {
    setAsks(false)
    change.mutate(
      { body },
      { onSuccess: () => toast.success('The new version applies from now on') },
    )
  }
  return (
    <>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        {problem || change.error ? (
          <Alert tone="danger" role="alert">
            {problem ?? messageOf(change.error)}
          </Alert>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            id="plan-name"
            label="Name of the plan"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            id="plan-measure"
            label="XP for one credit"
            inputMode="numeric"
            value={measure}
            onChange={(event) => setMeasure(event.target.value)}
          />
        </div>
        <fieldset>
          <legend className="mb-3 font-semibold">Credits by subject, {number(total)} in all</legend>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {plan.subjects.map(({ subject, name }) => (
              <TextField
                key={subject}
                id={`plan-${subject}`}
                label={name}
                type="number"
                min={0}
                max={30}
                step={0.25}
                value={required.get(subject) ?? ''}
                onChange={(event) =>
                  setRequired((before) => new Map(before).set(subject, event.target.value))
                }
              />
            ))}
          </div>
        </fieldset>
        <Textarea
          id="plan-rule"
          label="How credits are counted"
          hint="Learners and families see this next to their credits. A blank line starts a new paragraph. If you change the XP for one credit, update this text too."
          rows={10}
          value={rule}
          onChange={(event) => setRule(event.target.value)}
        />
        <Button type="submit" busy={change.isPending}>
          Create version {plan.version + 1}
        </Button>
      </form>
      <Dialog
        open={asks}
        title={`Version ${plan.version + 1} of the plan`}
        onClose={() => setAsks(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsks(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={save}>
              Apply from now on
            </Button>
          </>
        }
      >
        <p>
          {number(total)} credits in all, {number(body.xp_per_credit)} XP each. Every learner’s
          credits will be counted this way from now on. A version cannot be undone; you can only
          create another.
        </p>
      </Dialog>
    </>
  )
}

const LABELS: Record<string, string> = {
  name: 'Name of the plan',
  xp_per_credit: 'XP for one credit',
  rule: 'How credits are counted',
  subjects: 'Credits by subject',
}

const labelOf = (plan: EditableDiplomaPlan, [field, index]: readonly PropertyKey[]): string =>
  (field === 'subjects' && typeof index === 'number' && plan.subjects[index]?.name) ||
  (LABELS[String(field)] ?? 'The plan')
