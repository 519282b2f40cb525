import type { OpenedReport } from '#contract/safety'
import { fileUrl } from '#views/evidence'
import { dateOf } from '#web/format'

const REASONS = {
  bullying: 'It is mean to someone',
  unwanted: 'Does not want messages like this',
  unsafe: 'Someone may be in danger',
  other: 'Something else',
} as const

/** Messages between people at the time of the report. */
export const Quoted = ({ quoted }: { quoted: NonNullable<OpenedReport['quoted']> }) => (
  <div className="space-y-4">
    {quoted.reason ? (
      <p>
        Reported{quoted.by ? ` by ${quoted.by}` : ''}: {REASONS[quoted.reason].toLowerCase()}.
        {quoted.note ? <q className="mt-1 block">{quoted.note}</q> : null}
      </p>
    ) : null}
    <ol className="space-y-3">
      {quoted.messages.map(({ author, text, files, created_at, reported, delivered }) => (
        <li
          key={created_at}
          className={`rounded-control border px-4 py-2.5 ${reported ? 'border-danger bg-danger-soft' : 'border-line'}`}
        >
          <p className="text-sm text-muted">
            <span className="font-medium">{author}</span>, {dateOf(created_at)}
            {reported ? ', reported' : ''}
            {delivered ? '' : ', not delivered'}
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
          {files.map(({ id, name }) => (
            <a key={id} href={fileUrl(id)} target="_blank" rel="noopener" className="link block">
              {name}
            </a>
          ))}
        </li>
      ))}
    </ol>
    <p className="text-sm text-muted">
      This is the text at the time of the report. It is kept even if the author has deleted it
      since.
    </p>
  </div>
)
