import { useNavigate } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { paths } from '#contract/paths'
import { Button, Card, toast } from '#ui'
import { ApiError, messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'

import { authoring } from './queries.ts'
import type { QuestDraft } from './use-quest-draft.ts'

type Props = { quest: AuthoredQuest; draft: QuestDraft }

/** Actions on a quest: propose, export, delete, archive. */
export const QuestActions = ({ quest, draft }: Props) => {
  const params = { id: quest.id }
  const isWritten = quest.revision > 0 || draft.version > 0
  return (
    <Card className="space-y-5" aria-labelledby="next">
      <h2 id="next" className="text-lg">
        When it is ready
      </h2>
      {quest.state === 'proposed' ? (
        <p className="max-w-text text-muted">
          It is waiting for someone else to review it. If you change it, it becomes a draft again.
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
  const propose = useApiMutation(authoring.proposeQuest, {
    replaces: () => authoring.getAuthored.query({ params }).queryKey,
  })
  const send = async () => {
    if (!(await draft.save())) return
    try {
      const { version } = draft.current()
      draft.follow(await propose.mutateAsync({ params, body: { revision: version } }))
      toast.success('Proposed: a second person will review it next')
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) draft.showProblems(fields)
      else toast.error(messageOf(error))
    }
  }
  return (
    <div className="space-y-3">
      <p className="max-w-text text-muted">
        A second person approves it before it is published for everyone.
      </p>
      <Button busy={propose.isPending} onClick={() => void send()}>
        Propose for everyone
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
  const navigate = useNavigate()
  const discard = useApiMutation(authoring.discardDraft, {
    ends: ({ params }) => authoring.getAuthored.query({ params }).queryKey,
    onSuccess: async () => {
      draft.discard()
      await navigate(paths.authoredQuests)
    },
  })
  return (
    <ConfirmButton
      button={{ variant: 'danger', size: 'small', children: 'Discard the draft' }}
      title="Discard the draft?"
      keep="Cancel"
      action="Discard"
      confirm={async () => {
        await draft.save()
        await discard.mutateAsync({ params: { id: quest.id } })
      }}
    >
      <p>
        {quest.version === null
          ? 'The quest and everything you have written will be deleted.'
          : 'The published version does not change. Your changes since then will be lost.'}
      </p>
    </ConfirmButton>
  )
}

const Archive = ({ quest }: { quest: AuthoredQuest }) => {
  const archive = useApiMutation(authoring.archiveQuest)
  return (
    <ConfirmButton
      button={{ size: 'small', children: 'Archive' }}
      title="Archive this quest?"
      keep="Cancel"
      action="Archive"
      variant="primary"
      confirm={() => archive.mutateAsync({ params: { id: quest.id } })}
      saved="Archived. Learners who have started it can continue."
    >
      <p>
        No one else can start it. Learners who have started it can continue, and keep what they have
        earned.
      </p>
    </ConfirmButton>
  )
}
