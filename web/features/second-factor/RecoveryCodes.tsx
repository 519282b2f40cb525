import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState } from 'react'

import { Button } from '#ui'
import { session } from '#web/session'

/** Recovery codes, shown only once for printing, copying or writing down. */
export const RecoveryCodes = ({ codes, onKept }: { codes: string[]; onKept: () => void }) => {
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-5">
      <div className="prints-alone space-y-4">
        <h3 ref={heading} tabIndex={-1} className="text-lg wrap-anywhere">
          Recovery codes for {session.cachedUser()?.email}
        </h3>
        <p>
          Each signs you in once when your phone or your passkey is lost. Keep them where nobody
          else looks, and not only on the device they replace. They are not shown again.
        </p>
        <ol className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-base tracking-wide">{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={<Printer aria-hidden size={18} />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))
          }
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  )
}
