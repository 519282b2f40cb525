import FileCheck from 'lucide-react/icons/file-check'
import { useState } from 'react'

import type { IssuedSummary } from '#contract/transcript'
import { Button, Dialog, lazyPart } from '#ui'
import { Official, transcript } from '#views/transcript'
import { useApiMutation } from '#web/api'

// Loaded when opened, because forms include validation.
const IssueForm = lazyPart(() => import('./TranscriptForm.tsx'), 'IssueForm', 'h-48')
const RevokeForm = lazyPart(() => import('./RevokeForm.tsx'), 'RevokeForm', 'h-48')

type Props = { learnerId: string; name: string }

/** Issues and revokes official transcripts. */
export const Transcripts = ({ learnerId, name }: Props) => {
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<IssuedSummary>()
  return (
    <>
      <Official learnerId={learnerId} empty="None issued yet." onRevoke={setRevoking} />
      <Button
        className="mt-4"
        icon={<FileCheck aria-hidden size={18} />}
        onClick={() => setIssuing(true)}
      >
        Issue a transcript
      </Button>
      <Dialog
        open={issuing}
        title={`Issue a transcript for ${name}`}
        onClose={() => setIssuing(false)}
      >
        {issuing ? <IssueForm learnerId={learnerId} done={() => setIssuing(false)} /> : null}
      </Dialog>
      <Dialog
        open={revoking !== undefined}
        title={`Revoke ${revoking?.number ?? ''}?`}
        onClose={() => setRevoking(undefined)}
      >
        {revoking ? <Revoking issued={revoking} done={() => setRevoking(undefined)} /> : null}
      </Dialog>
    </>
  )
}

const Revoking = ({ issued, done }: { issued: IssuedSummary; done: () => void }) => {
  const revoke = useApiMutation(transcript.revokeTranscript)
  return (
    <RevokeForm
      noun="transcript"
      number={issued.number}
      hint={`${issued.recipient} can read it.`}
      revoke={(reason) => revoke.mutateAsync({ params: { id: issued.id }, body: { reason } })}
      done={done}
    />
  )
}
