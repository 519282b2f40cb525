import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'

import { CONTROL, controlProps, Field, type FieldFrame } from './field.tsx'

/** Password input with a show button and a caps lock warning. */
export const PasswordField = ({
  label,
  hint,
  error,
  id,
  ...input
}: Omit<FieldFrame, 'optional'> & Omit<ComponentProps<'input'>, 'id' | 'type'>) => {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const frame = { id, label, hint, error }
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...frame}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...controlProps(frame)}
          type={shown ? 'text' : 'password'}
          onKeyDown={noteCapsLock}
          onKeyUp={noteCapsLock}
          className={`${CONTROL} pr-12`}
        />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-ink"
        >
          <Icon aria-hidden size={20} />
        </button>
      </div>
      <p role="status" className="text-sm text-warning">
        {capsLock ? 'Caps lock is on' : ''}
      </p>
    </Field>
  )
}
