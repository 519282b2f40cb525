import { type FormEvent, useState } from 'react'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { TextField } from '#ui/text-field'
import { messageOf } from '#web/api'

type Scope = 'use' | 'publishing' | 'connections_and_messages' | 'tutor'

const wordsFor = (child: string): { scope: Scope; label: string }[] => [
  {
    scope: 'use',
    label: `${child} may use the account to work on quests (needed for anything else)`,
  },
  { scope: 'publishing', label: `${child} may publish chosen work on a portfolio page` },
  {
    scope: 'connections_and_messages',
    label: `${child} may connect with others and exchange messages, which you can read`,
  },
  { scope: 'tutor', label: `${child} may ask the tutor, whose conversations you can read` },
]

type Props = {
  child: string
  send: (answer: { guardian_name: string; scopes: Scope[] }) => Promise<unknown>
}

/** The first step: what the guardian allows, each by itself. */
export const ChoiceForm = ({ child, send }: Props) => {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['use'])
  const [problems, setProblems] = useState<{ name?: string; use?: string; all?: string }>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(name.trim() === '' ? { name: 'Please enter your name' } : {}),
      ...(scopes.includes('use') ? {} : { use: 'Without this there is no account to open' }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    await send({ guardian_name: name, scopes }).catch((error: unknown) =>
      setProblems({ all: messageOf(error) }),
    )
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {problems.all ? (
        <Alert tone="danger" role="alert">
          {problems.all}
        </Alert>
      ) : null}
      <fieldset className="space-y-4">
        <legend className="mb-3 font-semibold">What do you allow?</legend>
        {wordsFor(child).map(({ scope, label }) => (
          <Checkbox
            key={scope}
            id={`scope-${scope}`}
            label={label}
            error={scope === 'use' ? problems.use : undefined}
            checked={scopes.includes(scope)}
            onChange={(event) =>
              setScopes((before) =>
                event.target.checked ? [...before, scope] : before.filter((each) => each !== scope),
              )
            }
          />
        ))}
      </fieldset>
      <TextField
        id="guardian-name"
        label="Your name"
        autoComplete="name"
        maxLength={200}
        error={problems.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="large" busy={busy}>
        I am {child}’s parent or guardian, and I agree
      </Button>
      <p className="text-sm text-muted">
        We then send a code to your address: entering it completes your consent. If you do nothing,
        the account is deleted.
      </p>
    </form>
  )
}
