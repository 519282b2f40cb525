import Inbox from 'lucide-react/icons/inbox'
import { Link } from 'react-router'

import { useSettings } from '#views/site'

/** Link to the local mailbox of a site without a mail server. */
export const MailboxLink = () => {
  const { mailbox_url } = useSettings()
  if (!mailbox_url) return null
  return (
    <p className="flex gap-2 rounded-control bg-sunk px-4 py-3">
      <Inbox aria-hidden size={20} className="mt-[0.15em] shrink-0 text-muted" />
      <span>
        This site has no mail server: its messages are in the{' '}
        <Link to={mailbox_url} className="link">
          local mailbox
        </Link>
        .
      </span>
    </p>
  )
}
