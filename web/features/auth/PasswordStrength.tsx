import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'

import { passwordChecklist, passwordStrength } from '#rules/password'
import { VisuallyHidden } from '#ui'

const MAX_MESSAGES = 3

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Live strength meter and checklist under a new password. */
export const PasswordStrength = ({ password }: { password: string }) => {
  const { score, label } = passwordStrength(password)
  const checklist = passwordChecklist(password)
  const unmet = checklist.filter(({ met }) => !met)
  const messages = unmet.slice(0, MAX_MESSAGES)
  return (
    <div className="space-y-3 rounded-control bg-sunk px-4 py-3 text-sm">
      <div>
        <p id="password-strength" className="mb-1.5">
          Password strength: <strong className="font-semibold">{label}</strong>
        </p>
        <meter
          aria-labelledby="password-strength"
          className="strength block h-2 w-full"
          data-label={label}
          min={0}
          max={100}
          value={score}
        />
      </div>
      <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {checklist.map(({ requirement, met }) => {
          const Icon = met ? Check : Circle
          return (
            <li
              key={requirement}
              className={`flex items-center gap-2 ${met ? 'text-success' : 'text-muted'}`}
            >
              <Icon aria-hidden size={16} className="shrink-0" />
              <span>
                {sentence(requirement)}
                <VisuallyHidden>{met ? ': met' : ': not met yet'}</VisuallyHidden>
              </span>
            </li>
          )
        })}
      </ul>
      {password !== '' && unmet.length > 0 ? (
        <div role="status" className="border-t border-line pt-3">
          <ul className="space-y-0.5">
            {messages.map(({ requirement }) => (
              <li key={requirement}>{`Password must have ${requirement}`}</li>
            ))}
            {unmet.length > MAX_MESSAGES ? (
              <li>And {unmet.length - MAX_MESSAGES} more...</li>
            ) : null}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
