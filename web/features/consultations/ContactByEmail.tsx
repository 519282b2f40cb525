import Mail from 'lucide-react/icons/mail'

import letter from '#content/consultation-letter.json' with { type: 'json' }
import { ButtonLink } from '#ui'
import { useSettings } from '#views/site'

/** Shown if no teacher offers a slot. */
export const ContactByEmail = () => {
  const { support_email } = useSettings()
  const query = new URLSearchParams(letter).toString().replaceAll('+', '%20')
  return (
    <div className="space-y-4">
      <p className="text-muted">
        No teacher is available at the moment.{' '}
        {support_email
          ? 'Email us three times that would suit you.'
          : 'Please look again in a few days.'}
      </p>
      {support_email ? (
        <ButtonLink
          to={`mailto:${support_email}?${query}`}
          className="min-h-13 wrap-anywhere"
          icon={<Mail aria-hidden size={20} className="shrink-0" />}
        >
          Write to {support_email}
        </ButtonLink>
      ) : null}
    </div>
  )
}
