import type { FormEvent } from 'react'

import { Button, TextField } from '#ui'

import { AccreditedOption } from './AccreditedOption.tsx'
import { DemoStep } from './DemoStep.tsx'
import type { DemoProps } from './use-demo.ts'

const MAX_NAME_LENGTH = 200

export const AboutStep = ({ state, act }: DemoProps) => {
  const { persona, userInputs, showAccreditedOption } = state
  const isStudent = persona === 'student' || persona === null
  const field = (name: keyof typeof userInputs) => ({
    id: `demo-${name}`,
    name,
    optional: true,
    value: userInputs[name],
    maxLength: MAX_NAME_LENGTH,
    dir: 'auto',
    onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      act({ type: 'tell', inputs: { [name]: currentTarget.value } }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act({ type: 'next' })
      }}
    >
      <DemoStep
        title={isStudent ? 'What should your diploma say?' : 'Whose demo is it?'}
        lead="This stays in this tab. You can make something up."
        onBack={() => act({ type: 'back' })}
        ways={
          <Button type="submit" size="large">
            Next
          </Button>
        }
      >
        <div className="max-w-form space-y-5">
          <TextField {...field('name')} label="Your first name" autoComplete="given-name" />
          {isStudent ? null : (
            <TextField
              {...field('learnerName')}
              label="Learner’s name"
              hint="This appears on the sample diploma."
              autoComplete="off"
            />
          )}
          <TextField
            {...field('interests')}
            label="Interests"
            hint={
              isStudent
                ? 'What could you talk about for an hour? Music, maps, motorbikes …'
                : 'What could they talk about for an hour? Music, maps, motorbikes …'
            }
            autoComplete="off"
          />
          {showAccreditedOption ? <AccreditedOption /> : null}
        </div>
      </DemoStep>
    </form>
  )
}
