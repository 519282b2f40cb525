import FilePlus from 'lucide-react/icons/file-plus'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Text from 'lucide-react/icons/text'
import Video from 'lucide-react/icons/video'
import { type FormEvent, useState } from 'react'

import type { SubmissionOutcome, Task } from '#contract/quests'
import { ACCEPTED_FILES } from '#rules/uploads'
import { Alert, Button, Textarea } from '#ui'
import { connection, messageOf, useApiMutation } from '#web/api'

import { type DraftHandle, useDraft } from './draft.ts'
import { beginHandIn, handIn, markAsWaiting, cancelHandIn, useHandIns } from './hand-ins.ts'
import { PieceEditor } from './PieceEditor.tsx'
import { contentOfDraft, emptyText } from './pieces.ts'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './uploads.ts'

const SAVE_WORDS = {
  idle: '',
  saving: 'Saving draft…',
  saved: 'Draft saved',
  failed: 'Saved on this device; it will be sent when you are online',
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
  const submit = useApiMutation(handIn)
  const waiting = useHandIns().some(({ taskId }) => taskId === task.id)
  const begin = async () => {
    setProblem(undefined)
    const begun = beginHandIn({ taskId: task.id, taskTitle: task.title, questId })
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

const NOT_HANDED_IN = 'It could not be handed in. Your work is safe here: please try again.'

const Waiting = ({ taskId, isSending }: { taskId: string; isSending: boolean }) => (
  <div role="status" className="space-y-3 rounded-card border border-line bg-sunk p-4">
    {isSending ? (
      <p>Handing in…</p>
    ) : (
      <>
        <p className="font-semibold">This is handed in when there is a connection.</p>
        <p>It stays on this device until then, also when you close the page.</p>
        <Button variant="secondary" onClick={() => cancelHandIn(taskId)}>
          Change it first
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

  const handIn = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    setPieceProblems({})
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
        <Alert role="status" title="You have written on another device as well">
          <p>Both are here now. Remove what you do not need.</p>
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
            {uploads.keptInside.map((name) => `“${name}”`).join(', ')} may say where or by whom it
            was made, and that could not be taken out. You can hand it in, but a portfolio does not
            show it to anybody else.
          </p>
        </Alert>
      ) : null}
      <AddButtons
        taskId={task.id}
        addText={() => draft.add(emptyText())}
        addLink={(type) => draft.add({ type, url: '', caption: '' })}
        addFiles={uploads.add}
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
          Who will see this: you, your family and your advisor. Nobody else, unless you publish it.
        </p>
      </div>
    </form>
  )
}

type AddProps = {
  taskId: string
  addText: () => void
  addLink: (type: 'link' | 'video') => void
  addFiles: (files: Iterable<File>) => void
}

const AddButtons = ({ taskId, addText, addLink, addFiles }: AddProps) => (
  <fieldset>
    <legend className="mb-1.5 font-semibold">Add more</legend>
    <div className="flex flex-wrap gap-2">
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
            addFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      <Button variant="secondary" icon={<Text aria-hidden size={18} />} onClick={addText}>
        Text
      </Button>
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
    </div>
    <p id={`files-hint-${taskId}`} className="mt-2 text-sm text-muted">
      Pictures, PDF, audio, video, Office and OpenDocument files, and plain text, up to 25 MB each.
    </p>
  </fieldset>
)
