import { useQuery } from '@tanstack/react-query'

import type { MailboxEmail } from '#contract/site'
import { Button, Card, EmptyState, Page, PageHeading, QueryView } from '#ui'
import { client } from '#web/api'

const site = client('site')

const LOOK_AGAIN_MS = 3000

const mailbox = { ...site.mailbox.query(), staleTime: 0, refetchInterval: LOOK_AGAIN_MS }

/** Emails that this site would send if a mail server were configured. */
const MailboxPage = () => {
  const query = useQuery(mailbox)
  return (
    <Page width="text">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading>Local mailbox</PageHeading>
        <Button variant="secondary" size="small" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </div>
      <p className="mt-2 mb-8 text-muted">
        No mail server is configured, so emails end up here instead of in people’s inboxes. This
        page exists only on the machine that runs the site, and never in production.
      </p>
      <QueryView query={query} what="the emails" failed="No mailbox to show">
        {({ items }) => <Letters letters={items} />}
      </QueryView>
    </Page>
  )
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const when = (at: string) => dateTime.format(new Date(at))

const Letters = ({ letters }: { letters: readonly MailboxEmail[] }) =>
  letters.length === 0 ? (
    <EmptyState title="No emails yet">
      Emails about new accounts, forgotten passwords and consent arrive here.
    </EmptyState>
  ) : (
    <ul className="space-y-4">
      {letters.map((letter) => (
        <li key={letter.id}>
          <Card>
            <h2 className="text-lg">{letter.subject}</h2>
            <p className="mb-3 text-sm text-muted">
              To {letter.to}, {when(letter.created_at)}
            </p>
            <p className="whitespace-pre-line">
              <WithLinks text={letter.body} />
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )

/** Turns web addresses of the email into links; everything else stays as it is. */
const WithLinks = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} className="link">
        {part}
      </a>
    ) : (
      part
    ),
  )

export default MailboxPage
