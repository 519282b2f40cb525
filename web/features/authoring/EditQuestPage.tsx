import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Suspense, useDeferredValue } from 'react'
import { Link, useParams } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { Chip } from '#ui/card'
import { PageHeading } from '#ui/page-heading'
import { QueryView } from '#ui/query-view'
import { EmptyState, Skeleton } from '#ui/states'
import { paths } from '#web/paths'

import { Conflict } from './Conflict.tsx'
import { Decision } from './Decision.tsx'
import { Preview } from './lazy-components.ts'
import { Problems } from './Problems.tsx'
import { authoring } from './queries.ts'
import { QuestActions } from './QuestActions.tsx'
import { QuestFields } from './QuestFields.tsx'
import { type QuestDraft, useQuestDraft } from './use-quest-draft.ts'
import { STATES } from './words.ts'

const EditQuestPage = () => {
  const { id = '' } = useParams()
  const quest = useQuery(authoring.getAuthored.query({ params: { id } }))
  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 pt-8 pb-16 sm:px-6">
      <Link
        to={paths.authoredQuests}
        className="link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All quests that you write
      </Link>
      <QueryView
        query={quest}
        loading="Loading the quest"
        skeleton={<Skeleton className="h-96" />}
        failed="The quest could not be loaded"
        heading={<PageHeading className="visually-hidden">Edit a quest</PageHeading>}
        missing={
          <>
            <PageHeading className="visually-hidden">Edit a quest</PageHeading>
            <EmptyState title="This quest is not here">
              It may have been thrown away, or somebody else is still writing it.
            </EmptyState>
          </>
        }
      >
        {(data) =>
          data.may.edit ? (
            <Editor key={id} quest={data} />
          ) : (
            <Reading key={data.revision} quest={data} />
          )
        }
      </QueryView>
    </div>
  )
}

const Title = ({ quest, title }: { quest: AuthoredQuest; title: string }) => (
  <div className="space-y-2">
    <PageHeading title={`Edit ${title || 'a quest'}`} className="text-2xl break-words sm:text-3xl">
      {title || 'A new quest'}
    </PageHeading>
    <p className="flex flex-wrap items-center gap-2">
      <Chip tone={STATES[quest.state].tone}>{STATES[quest.state].label}</Chip>
      {quest.version === null ? null : (
        <Chip>
          Version {quest.version}
          {quest.state === 'published' ? '' : ' is published'}
        </Chip>
      )}
      {quest.author === null ? null : <span className="text-sm text-muted">By {quest.author}</span>}
    </p>
  </div>
)

/** For those who may read it and not change it: who is to approve it, say. */
const Reading = ({ quest }: { quest: AuthoredQuest }) => (
  <div className="space-y-6">
    <Title quest={quest} title={quest.content.title} />
    {quest.may.decide ? <Decision quest={quest} /> : null}
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Preview id={quest.id} content={quest.content} />
    </Suspense>
  </div>
)

const Editor = ({ quest }: { quest: AuthoredQuest }) => {
  const draft = useQuestDraft(quest)
  // Typing comes first; the preview follows as soon as there is time.
  const content = useDeferredValue(draft.content)
  return (
    <div className="space-y-6">
      <Title quest={quest} title={draft.content.title} />
      {quest.may.decide ? <Decision quest={quest} /> : null}
      <Problems quest={quest} draft={draft} />
      {draft.state.kind === 'conflict' ? (
        <Conflict draft={draft} theirs={draft.state.theirs} />
      ) : null}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <QuestFields draft={draft} id={quest.id} />
          <QuestActions quest={quest} draft={draft} />
        </div>
        <section
          aria-labelledby="preview"
          className="min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:pr-1"
        >
          <h2 id="preview" className="mb-4 text-xl">
            As learners will see it
          </h2>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Preview id={quest.id} content={content} />
          </Suspense>
        </section>
      </div>
      <SaveBar draft={draft} />
    </div>
  )
}

const SAVE_WORDS = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  conflict: 'Not saved: it was changed elsewhere',
} as const

/** Says at every moment whether what is written is safe. */
const SaveBar = ({ draft: { state } }: { draft: QuestDraft }) => (
  <p
    role="status"
    className="sticky bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-10 ml-auto w-fit rounded-full border border-line bg-surface px-4 py-1.5 text-sm font-medium shadow-over"
  >
    {state.kind === 'failed'
      ? `Not saved: ${state.message} It is kept in this browser.`
      : SAVE_WORDS[state.kind]}
  </p>
)

export default EditQuestPage
