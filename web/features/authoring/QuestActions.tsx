import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toasts'
import { ApiError, messageOf, useChange } from '#web/api'
import { paths } from '#web/paths'

import { authoring } from './queries.ts'
import type { QuestDraft } from './use-quest-draft.ts'

type Props = { quest: AuthoredQuest; draft: QuestDraft }

/** What can become of a quest: proposed, taken along as a file, thrown away, archived. */
export const QuestActions = ({ quest, draft }: Props) => {
  const params = { id: quest.id }
  const isWritten = quest.revision > 0 || draft.revision() > 0
  return (
    <Card className="space-y-5" aria-labelledby="next">
      <h2 id="next" className="text-lg">
        When it is ready
      </h2>
      {quest.state === 'proposed' ? (
        <p className="max-w-text text-muted">
          It is waiting for somebody else to read it. When you change it, it is a draft again.
        </p>
      ) : (
        <Propose params={params} draft={draft} />
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Export params={params} draft={draft} />
        {isWritten ? <Discard quest={quest} draft={draft} /> : null}
        {quest.may.archive ? <Archive quest={quest} /> : null}
      </div>
    </Card>
  )
}

type Part = { params: { id: string }; draft: QuestDraft }

const Propose = ({ params, draft }: Part) => {
  const propose = useChange(authoring.proposeQuest, {
    replaces: () => authoring.getAuthored.query({ params }).queryKey,
  })
  const send = async () => {
    if (!(await draft.save())) return
    try {
      await propose.mutateAsync({ params, body: { revision: draft.revision() } })
      draft.follow()
      toast.success('Proposed: a second person reads it next')
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) draft.showProblems(fields)
      else toast.error(messageOf(error))
    }
  }
  return (
    <div className="space-y-3">
      <p className="max-w-text text-muted">
        A second person approves it before it is published to everybody.
      </p>
      <Button busy={propose.isPending} onClick={() => void send()}>
        Propose for everybody
      </Button>
    </div>
  )
}

const Export = ({ params, draft }: Part) => {
  const save = async () => {
    try {
      await draft.save()
      const { name, markdown } = await authoring.questFile({ params })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }))
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Button variant="secondary" size="small" onClick={() => void save()}>
      Export as Markdown
    </Button>
  )
}

const Discard = ({ quest, draft }: Props) => {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const discard = useChange(authoring.discardDraft, {
    ends: ({ params }) => authoring.getAuthored.query({ params }).queryKey,
    onSuccess: async () => {
      draft.discard()
      await navigate(paths.authoredQuests)
    },
  })
  const isNext = quest.version !== null
  const confirm = async () => {
    try {
      await draft.save()
      await discard.mutateAsync({ params: { id: quest.id } })
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <>
      <Button variant="danger" size="small" onClick={() => setAsking(true)}>
        Discard the draft
      </Button>
      <Dialog
        open={asking}
        title="Discard the draft?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" busy={discard.isPending} onClick={() => void confirm()}>
              Discard it
            </Button>
          </>
        }
      >
        <p>
          {isNext
            ? 'What is published stays as it is. Your changes since then are gone.'
            : 'The quest is gone, with everything you have written.'}
        </p>
      </Dialog>
    </>
  )
}

const Archive = ({ quest }: { quest: AuthoredQuest }) => {
  const [asking, setAsking] = useState(false)
  const archive = useChange(authoring.archiveQuest)
  const confirm = async () => {
    try {
      await archive.mutateAsync({ params: { id: quest.id } })
      setAsking(false)
      toast('Archived. Those who have begun it can continue.')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        Archive
      </Button>
      <Dialog
        open={asking}
        title="Archive this quest?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep offering it
            </Button>
            <Button busy={archive.isPending} onClick={() => void confirm()}>
              Archive it
            </Button>
          </>
        }
      >
        <p>
          Nobody new can begin it. Those who have begun it can continue, and what was earned stays.
        </p>
      </Dialog>
    </>
  )
}
