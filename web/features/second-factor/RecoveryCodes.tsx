import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState } from 'react'

import { Button } from '#ui'
import { session } from '#web/session'

/** Recovery codes, shown only once for printing, copying or writing down. */
export const RecoveryCodes = ({ codes, onKept }: { codes: string[]; onKept: () => void }) => {
  const owner = session.cachedUser()
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-5">
      <div className="prints-alone space-y-4">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Recovery codes for {owner?.email ?? owner?.sign_in_name}
        </h3>
        <p>
          If you lose your phone or passkey, each code lets you sign in once. Keep them somewhere
          private, and not only on the device they replace. They will not be shown again.
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
        <Button onClick={onKept}>I have saved them</Button>
      </div>
    </div>
  )
}
