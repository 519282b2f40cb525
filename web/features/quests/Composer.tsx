import Brush from 'lucide-react/icons/brush'
import Camera from 'lucide-react/icons/camera'
import FilePlus from 'lucide-react/icons/file-plus'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Mic from 'lucide-react/icons/mic'
import Text from 'lucide-react/icons/text'
import Video from 'lucide-react/icons/video'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { SubmissionOutcome, Task } from '#contract/quests'
import { ACCEPTED_FILES } from '#rules/uploads'
import { Alert, Button, lazyPart, Textarea } from '#ui'
import { connection, messageOf, useApiMutation } from '#web/api'

import { type DraftHandle, useDraft } from './draft.ts'
import { type CaptureKind, pendingCapture } from './media-devices.ts'
import { PieceEditor } from './PieceEditor.tsx'
import { contentOfDraft, emptyText } from './pieces.ts'
import {
  queueSubmission,
  submitWithFiles,
  markAsWaiting,
  cancelSubmission,
  useQueuedSubmissions,
} from './queued-submissions.ts'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './uploads.ts'
import { useYoungScreen } from './young-screen.ts'

const Capture = lazyPart(() => import('./Capture.tsx'), 'Capture', 'h-40')

const SAVE_WORDS = {
  idle: '',
  saving: 'Saving draft…',
  saved: 'Draft saved',
  failed: 'Saved on this device. It will sync when you are back online.',
  conflict: '',
} satisfies Record<DraftHandle['status'], string>

type Props = {
  questId: string
  task: Task
  onSubmitted: (outcome: SubmissionOutcome) => void
}

/** Editor for evidence, or the status of a submission that waits for a network. */
export const Composer = ({ questId, task, onSubmitted }: Props) => {
  const [problem, setProblem] = useState<string>()
  const submit = useApiMutation(submitWithFiles)
  const waiting = useQueuedSubmissions().some(({ taskId }) => taskId === task.id)
  const begin = async () => {
    setProblem(undefined)
    const begun = queueSubmission({ taskId: task.id, taskTitle: task.title, questId })
    if (connection.isAway()) return markAsWaiting(task.id)
    await submit.mutateAsync({ body: begun }).then(
      (outcome) => outcome && onSubmitted(outcome),
      (error: unknown) => setProblem(messageOf(error, NOT_HANDED_IN)),
    )
  }
  return waiting ? (
    <Waiting taskId={task.id} isSending={submit.isPending} />
  ) : (
    <Form
      questId={questId}
      task={task}
      problem={problem}
      setProblem={setProblem}
      begin={() => void begin()}
    />
  )
}

const NOT_ADDED = 'Add your photo, recording or drawing first, or close it.'
const NOT_HANDED_IN = 'Your work could not be handed in. It is saved here, so please try again.'

const Waiting = ({ taskId, isSending }: { taskId: string; isSending: boolean }) => (
  <div role="status" className="space-y-3 rounded-card border border-line bg-sunk p-4">
    {isSending ? (
      <p>Handing in…</p>
    ) : (
      <>
        <p className="font-semibold">This will be handed in when you are back online.</p>
        <p>Until then it stays on this device, even if you close the page.</p>
        <Button variant="secondary" onClick={() => cancelSubmission(taskId)}>
          Make changes first
        </Button>
      </>
    )}
  </div>
)

type FormProps = {
  questId: string
  task: Task
  problem: string | undefined
  setProblem: (problem: string | undefined) => void
  begin: () => void
}

const Form = ({ questId, task, problem, setProblem, begin }: FormProps) => {
  const draft = useDraft(questId, task)
  const uploads = useUploads(task.id, draft)
  const [pieceProblems, setPieceProblems] = useState<Record<string, string>>({})
  const [capture, setCapture] = useState(() => pendingCapture(task.id))

  const handIn = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    setPieceProblems({})
    // It would be left out of the submission.
    if (capture) return setProblem(NOT_ADDED)
    const { Submission } = await import('#contract/quests')
    const shown = draft.shown()
    const checked = Submission.safeParse(contentOfDraft({ ...draft.draft, pieces: shown }))
    // Pending files count as pieces: the server validates them later.
    const lacksFiles = shown.length === 0 && uploads.wait
    if (!checked.success && !lacksFiles) {
      const issues = checked.error.issues
      setPieceProblems(
        Object.fromEntries(
          issues.flatMap(({ path: [, index], message }) => {
            const key = typeof index === 'number' ? shown[index]?.key : undefined
            return key ? [[key, message]] : []
          }),
        ),
      )
      setProblem(issues[0]?.message ?? 'Please check your evidence')
      return
    }
    await draft.release()
    begin()
  }

  return (
    <form noValidate onSubmit={(event) => void handIn(event)} className="space-y-5">
      {problem ? (
        <Alert tone="danger" role="alert">
          {problem}
        </Alert>
      ) : null}
      {draft.isMerged ? (
        <Alert role="status" title="You have also been writing on another device">
          <p>Both versions are here now. Remove anything you do not need.</p>
        </Alert>
      ) : null}
      {draft.draft.pieces.map((piece, index) => (
        <PieceEditor
          key={piece.key}
          piece={piece}
          number={index + 1}
          problem={pieceProblems[piece.key]}
          change={(part) => {
            draft.changePiece(piece.key, part)
            setPieceProblems(({ [piece.key]: _solved, ...others }) => others)
          }}
          {...(draft.draft.pieces.length > 1 || piece.type !== 'text'
            ? { remove: () => draft.remove(piece.key) }
            : {})}
        />
      ))}
      {uploads.uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          cancel={() => uploads.cancel(upload.key)}
          retry={() => uploads.retry(upload)}
        />
      ))}
      {uploads.keptInside.length > 0 ? (
        <Alert role="status" title="Only your family and your advisor will see this file">
          <p>
            {uploads.keptInside.map((name) => `“${name}”`).join(', ')} may contain details of where
            it was made or who made it, and we could not remove them. You can hand it in, but it
            will not be shown to anyone else in your portfolio.
          </p>
        </Alert>
      ) : null}
      <AddButtons
        taskId={task.id}
        capture={capture}
        setCapture={setCapture}
        addText={() => draft.add(emptyText())}
        addLink={(type) => draft.add({ type, url: '', caption: '' })}
        addFile={uploads.add}
      />
      <Textarea
        id={`reflection-${task.id}`}
        label="What did you learn?"
        hint="A sentence or two about what surprised you, or what you would do differently."
        optional
        rows={2}
        value={draft.draft.reflection}
        onChange={(event) => draft.reflect(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
        <Button type="submit" disabled={uploads.busy}>
          Submit
        </Button>
        <p role="status" className="text-sm text-muted">
          {uploads.busy ? 'Waiting for the upload to finish' : SAVE_WORDS[draft.status]}
        </p>
        <p className="flex basis-full items-start gap-2 text-sm text-muted">
          <Lock aria-hidden size={16} className="mt-0.5 shrink-0" />
          Only you, your family and your advisor will see this, unless you publish it.
        </p>
      </div>
    </form>
  )
}

const CAPTURE_BUTTONS = [
  { kind: 'camera', label: 'Take a photo', Icon: Camera },
  { kind: 'voice', label: 'Record your voice', Icon: Mic },
  { kind: 'drawing', label: 'Draw', Icon: Brush },
] as const

type AddProps = {
  taskId: string
  capture: CaptureKind | undefined
  setCapture: (capture: CaptureKind | undefined) => void
  addText: () => void
  addLink: (type: 'link' | 'video') => void
  addFile: (file: File, key?: string) => void
}

const AddButtons = ({ taskId, capture, setCapture, addText, addLink, addFile }: AddProps) => {
  const isYoung = useYoungScreen()
  const buttons = useRef<HTMLDivElement>(null)
  if (capture) {
    return (
      <Capture
        kind={capture}
        taskId={taskId}
        add={addFile}
        addText={() => {
          addText()
          setCapture(undefined)
        }}
        close={() => {
          // Returns the focus from the part that is gone.
          flushSync(() => setCapture(undefined))
          buttons.current?.querySelector('button')?.focus()
        }}
      />
    )
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Add more</legend>
      <div ref={buttons} className="flex flex-wrap gap-2">
        {CAPTURE_BUTTONS.map(({ kind, label, Icon }) => (
          <Button
            key={kind}
            variant={isYoung ? 'primary' : 'secondary'}
            size={isYoung ? 'large' : 'medium'}
            icon={<Icon aria-hidden size={isYoung ? 26 : 18} />}
            onClick={() => setCapture(kind)}
          >
            {label}
          </Button>
        ))}
        <label className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <FilePlus aria-hidden size={18} />
          Pictures and files
          <input
            id={`files-${taskId}`}
            type="file"
            multiple
            accept={ACCEPTED_FILES}
            aria-describedby={`files-hint-${taskId}`}
            className="visually-hidden"
            onChange={(event) => {
              for (const file of event.target.files ?? []) addFile(file)
              event.target.value = ''
            }}
          />
        </label>
        <Button variant="secondary" icon={<Text aria-hidden size={18} />} onClick={addText}>
          Text
        </Button>
        {isYoung ? null : (
          <>
            <Button
              variant="secondary"
              icon={<LinkIcon aria-hidden size={18} />}
              onClick={() => addLink('link')}
            >
              Link
            </Button>
            <Button
              variant="secondary"
              icon={<Video aria-hidden size={18} />}
              onClick={() => addLink('video')}
            >
              Video link
            </Button>
          </>
        )}
      </div>
      <p id={`files-hint-${taskId}`} className="mt-2 text-sm text-muted">
        Pictures, PDF, audio, video, Office and OpenDocument files, and plain text, up to 25 MB
        each.
      </p>
    </fieldset>
  )
}
