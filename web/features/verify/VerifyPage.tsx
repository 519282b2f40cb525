import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { Verification } from '#contract/credentials'
import { paths } from '#contract/paths'
import { readRecordCode } from '#rules/text/record-code'
import { Button, lazyPart, Page, PageHeading, Textarea } from '#ui'
import { messageOf } from '#web/api'
import { useHydrated } from '#web/browser'

import { DropFile } from './DropFile.tsx'
import type { Submission } from './verify.ts'

const LiveVerificationResult = lazyPart(
  () => import('./LiveVerificationResult.tsx'),
  'LiveVerificationResult',
)

/** /verify: type a code, paste a record, or drop a file. */
const VerifyPage = () => {
  // Uncontrolled, to keep text pasted before hydration.
  const record = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState<Verification>()
  const [tries, setTries] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const hydrated = useHydrated()

  const check = async (brought: Submission) => {
    setProblem(undefined)
    setAnswer(undefined)
    setTries(tries + 1)
    setBusy(true)
    try {
      const { verify } = await import('./verify.ts')
      setAnswer(await verify(brought))
    } catch (error) {
      setProblem(messageOf(error, 'The record could not be checked. Please try again.'))
    }
    setBusy(false)
  }

  const submit = () => {
    const text = record.current?.value ?? ''
    if (text.trim() === '') return setProblem('Please type a code or paste a record.')
    const code = readRecordCode(text)
    if (code) return void navigate(paths.verified(code))
    return void check({ text })
  }

  return (
    <Page width="text">
      <PageHeading
        title="Verify a record"
        description="Check whether a badge, a transcript or a diploma is genuine, without an account."
      >
        Verify a record
      </PageHeading>
      <p className="mt-2 max-w-text text-lg text-muted">
        Is this badge, transcript or diploma genuine? What you enter is checked and not stored.
      </p>
      <form
        noValidate
        className="no-print mt-8 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Textarea
          id="record"
          label="Code, address or record"
          hint="The code is next to the QR code and looks like 7KQ2-M0ZT-95AB-XW3E. You can also paste the whole record."
          rows={3}
          style={{ maxHeight: '12rem' }}
          spellCheck={false}
          autoCapitalize="off"
          error={problem}
          ref={record}
        />
        <Button type="submit" ready={hydrated} busy={isBusy}>
          Verify
        </Button>
        <DropFile onFile={(file) => void check({ file })} ready={hydrated} />
      </form>
      {answer ? <LiveVerificationResult key={tries} verification={answer} /> : null}
      <noscript>
        <p className="mt-8">
          Without JavaScript, open the address printed with the code: it shows the result directly.
        </p>
      </noscript>
    </Page>
  )
}

export default VerifyPage
