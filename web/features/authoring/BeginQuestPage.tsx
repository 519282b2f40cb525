import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, Button, ButtonLink, Card, Page, PageHeading } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { authoring } from './queries.ts'

const MAX_BYTES = 200_000

const BeginQuestPage = () => {
  const navigate = useNavigate()
  const begin = useApiMutation(authoring.beginQuest)
  const [failure, setFailure] = useState<string>()
  const start = async (body: { markdown?: string }) => {
    setFailure(undefined)
    try {
      const { id } = await begin.mutateAsync({ body })
      void navigate(paths.editQuest(id), { replace: true })
    } catch (error) {
      setFailure(messageOf(error, 'The quest could not be created. Please try again.'))
    }
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) {
      setFailure('This file is too large: a quest can be at most 200 kB.')
      return
    }
    await start({ markdown: await file.text() })
  }
  return (
    <Page width="text">
      <Link
        to={paths.authoredQuests}
        className="link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All your quests
      </Link>
      <PageHeading>Write a quest</PageHeading>
      <div className="mt-6 space-y-5">
        {failure ? (
          <Alert tone="danger" role="alert">
            {failure}
          </Alert>
        ) : null}
        <Card className="space-y-3">
          <h2 className="text-lg">Start from scratch</h2>
          <p className="text-muted">
            Changes are saved automatically. No one else can see the quest until you propose it.
          </p>
          <Button busy={begin.isPending} onClick={() => void start({})}>
            Begin
          </Button>
        </Card>
        <Card className="space-y-3">
          <h2 className="text-lg">Start from a copy</h2>
          <p className="text-muted">Choose “Duplicate” next to any quest in the library.</p>
          <ButtonLink variant="secondary" to={`${paths.authoredQuests}?show=library`}>
            Open the library
          </ButtonLink>
        </Card>
        <Card className="space-y-3">
          <h2 className="text-lg">Import a file</h2>
          <label htmlFor="markdown" className="block text-muted">
            A quest exported as Markdown, at most 200 kB
          </label>
          <input
            id="markdown"
            type="file"
            accept=".md,text/markdown"
            className="block w-full max-w-full text-base file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-semibold"
            onChange={(event) => {
              const input = event.currentTarget
              void read(input.files?.[0]).finally(() => (input.value = ''))
            }}
          />
        </Card>
      </div>
    </Page>
  )
}

export default BeginQuestPage
