import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import type { PersonalQuestContent } from '#contract/authoring'
import type { Plan, PlanEntry } from '#contract/plan'
import type { QuestCard } from '#contract/quests'
import { PILLARS } from '#rules/pillars'
import { Alert, Button, Card, Dialog, EmptyState, lazyPart, moveItem, toast } from '#ui'
import type { PersonalChoice } from '#views/authoring'
import { messageOf } from '#web/api'
import { localDay } from '#web/format'

import { Breaks } from './Breaks.tsx'
import { ChooseQuest } from './ChooseQuest.tsx'
import { EntryRow } from './EntryRow.tsx'
import { isOpen, questsInWords, overdue } from './labels.ts'
import { Done } from './PlannedList.tsx'
import { Proposals } from './Proposals.tsx'
import { ShiftForm } from './ShiftForm.tsx'
import { usePlanDraft } from './use-plan-draft.ts'

const PersonalQuests = lazyPart(() => import('#views/authoring'), 'PersonalQuests', 'h-24')

type PlanEditorProps = { learnerId: string; plan: Plan; isOwn: boolean }

/** Plan editor: order, days, time off. Saved as a whole. */
export const PlanEditor = ({ learnerId, plan, isOwn }: PlanEditorProps) => {
  const [today] = useState(localDay)
  const draft = usePlanDraft(learnerId, plan)
  const [dialog, setDialog] = useState<'add' | 'shift'>()
  const [said, setSaid] = useState('')
  const close = () => setDialog(undefined)
  const open = draft.entries.filter(isOpen)
  const done = draft.entries.filter((entry) => !isOpen(entry))
  const setOpen = (entries: PlanEntry[]) => draft.edit({ entries: [...entries, ...done] })
  const late = overdue(open, today)

  const move = (from: number, to: number) => {
    setOpen(moveItem(open, from, to))
    setSaid(`“${open[from]?.title}” is now number ${to + 1} of ${open.length}`)
  }
  const add = (quest: QuestCard) => {
    setOpen([...open, entryOf(quest)])
    setSaid(`“${quest.title}” has been added at the end of the plan`)
    close()
  }
  const addPersonal = ({ id, quest }: PersonalChoice) => {
    setOpen([...open, personalEntry(id, quest)])
    setSaid(`“${quest.title}” has been added at the end of the plan`)
  }
  const sayWhenSaved = (saved: Promise<boolean>) =>
    saved.then((isSaved) => isSaved && toast.success('The plan has been saved'))

  return (
    <div className="space-y-8">
      <section aria-labelledby="planned">
        <div className="sticky top-(--top-bar) z-10 -mx-4 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-bg px-4 py-3 sm:mx-0 sm:px-0">
          <h2 id="planned" className="text-xl">
            Planned
          </h2>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="secondary"
              icon={<Plus aria-hidden size={18} />}
              onClick={() => setDialog('add')}
            >
              Add a quest
            </Button>
            <Button
              busy={draft.status === 'saving'}
              disabled={!draft.isUnsaved}
              onClick={() => void sayWhenSaved(draft.save())}
            >
              {draft.isUnsaved ? 'Save' : 'Saved'}
            </Button>
          </div>
        </div>
        <p role="status" className="visually-hidden">
          {said}
        </p>
        {draft.status === 'failed' || draft.status === 'conflict' ? (
          <NotSaved draft={draft} keepOwn={() => void sayWhenSaved(draft.keepOwn())} />
        ) : null}
        {late.length > 0 ? (
          <Alert
            title={`${questsInWords(late.length)} ${late.length === 1 ? 'was' : 'were'} planned for earlier`}
          >
            <p>Nothing is lost. You can move the plan to match.</p>
            <Button variant="secondary" className="mt-3" onClick={() => setDialog('shift')}>
              Move the plan
            </Button>
          </Alert>
        ) : null}
        {open.length === 0 ? (
          <EmptyState title="Nothing planned yet">
            Add a quest from the library. Choosing a day is optional.
          </EmptyState>
        ) : (
          <>
            <ol aria-label="Planned quests" className="mt-4 space-y-3">
              {open.map((entry, index) => (
                <EntryRow
                  key={entry.quest_id}
                  entry={entry}
                  index={index}
                  count={open.length}
                  today={today}
                  breaks={draft.breaks}
                  onMove={move}
                  onChange={(part) =>
                    setOpen(open.map((each) => (each === entry ? { ...each, ...part } : each)))
                  }
                  onRemove={() => {
                    setOpen(open.filter((each) => each !== entry))
                    setSaid(`“${entry.title}” has been removed from the plan`)
                  }}
                />
              ))}
            </ol>
            {late.length === 0 && open.some(({ target_date }) => target_date) ? (
              <Button variant="quiet" className="mt-3" onClick={() => setDialog('shift')}>
                Move the plan
              </Button>
            ) : null}
          </>
        )}
        <div className="mt-6">
          <Done entries={draft.entries} />
        </div>
      </section>
      {isOwn && plan.proposals.length === 0 ? null : (
        <section aria-labelledby="proposals" className="space-y-4">
          <h2 id="proposals" className="text-xl">
            Proposals
          </h2>
          <Proposals learnerId={learnerId} plan={plan} onDecided={draft.join} />
        </section>
      )}
      <PersonalQuests
        learnerId={learnerId}
        firstName={plan.first_name}
        isOwn={isOwn}
        mayEdit
        taken={new Set(draft.entries.map(({ quest_id }) => quest_id))}
        onChoose={addPersonal}
      />
      <Card aria-labelledby="breaks">
        <Breaks breaks={draft.breaks} onChange={(breaks) => draft.edit({ breaks })} />
      </Card>
      <Dialog open={dialog === 'add'} title="Add a quest" onClose={close}>
        {dialog === 'add' ? (
          <ChooseQuest
            taken={new Set(draft.entries.map(({ quest_id }) => quest_id))}
            onChoose={add}
          />
        ) : null}
      </Dialog>
      <Dialog open={dialog === 'shift'} title="Move the plan" onClose={close}>
        {dialog === 'shift' ? (
          <ShiftForm
            entries={open}
            breaks={draft.breaks}
            today={today}
            onShift={(entries) => {
              setOpen(entries)
              setSaid('The plan has been moved. Save it when you are happy with it.')
              close()
            }}
          />
        ) : null}
      </Dialog>
    </div>
  )
}

type NotSavedProps = { draft: ReturnType<typeof usePlanDraft>; keepOwn: () => void }

/** After concurrent changes, the user chooses one of the two plans; nothing is lost. */
const NotSaved = ({ draft: { error, conflict, takeRemote }, keepOwn }: NotSavedProps) => (
  <Alert tone="danger" role="alert">
    <p className="font-medium">
      {messageOf(error, 'The plan could not be saved. Please try again.')}
    </p>
    {conflict ? (
      <>
        <p className="mt-1">
          It now contains:{' '}
          {conflict.value.entries.map(({ title }) => title).join(', ') || 'nothing'}.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={takeRemote}>
            Use the other version
          </Button>
          <Button variant="secondary" size="small" onClick={keepOwn}>
            Keep my version
          </Button>
        </div>
      </>
    ) : null}
  </Alert>
)

const personalEntry = (id: string, { tasks, ...quest }: PersonalQuestContent): PlanEntry =>
  entryOf({
    ...quest,
    id,
    summary: '',
    pillars: PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar)),
    total_xp: tasks.reduce((sum, { xp }) => sum + xp, 0),
    tasks_total: tasks.length,
  })

type Chosen = Pick<
  QuestCard,
  'id' | 'title' | 'summary' | 'pillars' | 'estimated_hours' | 'total_xp' | 'tasks_total'
>

const entryOf = (quest: Chosen): PlanEntry => ({
  quest_id: quest.id,
  title: quest.title,
  summary: quest.summary,
  pillars: quest.pillars,
  estimated_hours: quest.estimated_hours,
  total_xp: quest.total_xp,
  target_date: null,
  note: '',
  added_by: null,
  added_at: new Date().toISOString(),
  movable: false,
  state: 'new',
  tasks_done: 0,
  tasks_total: quest.tasks_total,
})
