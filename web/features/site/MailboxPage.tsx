import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'

import type { MailboxLetter } from '#contract/site'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'
import { EmptyState, ErrorState, Loading, Skeleton } from '#ui/states'
import { statusOf } from '#web/api'
import { momentOf } from '#web/dates'

import { mailboxQuery } from './queries.ts'

const LINK = /(https?:\/\/\S+)/

const Body = ({ text }: { text: string }) => (
  <p className="break-words whitespace-pre-line">
    {text.split(LINK).map((part, index) =>
      index % 2 === 1 ? (
        <a key={part} href={part} className="link break-all">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)

const Letter = ({ letter }: { letter: MailboxLetter }) => (
  <Card aria-labelledby={`letter-${letter.id}`}>
    <h2 id={`letter-${letter.id}`} className="text-lg">
      {letter.subject}
    </h2>
    <p className="mt-1 mb-4 border-b border-line pb-3 text-sm break-words text-muted">
      To {letter.to}, <time dateTime={letter.created_at}>{momentOf(letter.created_at)}</time>
    </p>
    <Body text={letter.body} />
  </Card>
)

/** Where this site's mails lie while it has no mail server. */
const MailboxPage = () => {
  const mailbox = useQuery(mailboxQuery)
  const letters = mailbox.data?.items
  return (
    <Page width="text">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageHeading>Local mailbox</PageHeading>
          <p className="mt-2 text-muted">
            What this site would have sent by mail. It has no mail server.
          </p>
        </div>
        <Button
          variant="secondary"
          busy={mailbox.isFetching}
          icon={<RotateCw aria-hidden size={18} />}
          onClick={() => void mailbox.refetch()}
        >
          Refresh
        </Button>
      </div>
      {mailbox.isPending ? (
        <Loading label="Loading the letters">
          <Skeleton className="h-48 rounded-card" />
        </Loading>
      ) : null}
      {mailbox.isError && statusOf(mailbox.error) === 404 ? (
        <EmptyState title="No mailbox here">
          This site sends its letters by mail: please look into your own inbox.
        </EmptyState>
      ) : null}
      {mailbox.isError && statusOf(mailbox.error) !== 404 ? (
        <ErrorState
          title="The letters could not be loaded"
          error={mailbox.error}
          onRetry={() => void mailbox.refetch()}
        />
      ) : null}
      {letters?.length === 0 ? (
        <EmptyState title="No letters yet">
          Create an account or ask for a new password, and the letter appears here.
        </EmptyState>
      ) : null}
      <div className="space-y-5">
        {letters?.map((letter) => (
          <Letter key={letter.id} letter={letter} />
        ))}
      </div>
    </Page>
  )
}

export default MailboxPage
