// oxlint-disable react/no-array-index-key -- tokens have no identity of their own and never change places
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'

import { tokenize } from './bounded-markdown.ts'

const WEB = /^(https?:|mailto:)/i

/** External link without ranking credit; any other target (javascript:, data:, relative) stays text. */
const Anchor = ({ href, children }: { href: string; children: ReactNode }) =>
  WEB.test(href.trim()) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="link">
      {children}
    </a>
  ) : (
    <>{children}</>
  )

const inside = (token: { tokens?: Token[]; text?: string }): ReactNode =>
  token.tokens ? render(token.tokens) : token.text

// The page's headings are h1 and h2: user-written ones start at h3.
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const

const ELEMENTS: Record<string, (token: Token) => ReactNode> = {
  paragraph: (token) => <p>{inside(token as Tokens.Paragraph)}</p>,
  text: (token) => inside(token as Tokens.Text),
  escape: (token) => (token as Tokens.Escape).text,
  strong: (token) => <strong>{inside(token as Tokens.Strong)}</strong>,
  em: (token) => <em>{inside(token as Tokens.Em)}</em>,
  del: (token) => <del>{inside(token as Tokens.Del)}</del>,
  codespan: (token) => <code>{(token as Tokens.Codespan).text}</code>,
  code: (token) => (
    <pre>
      <code>{(token as Tokens.Code).text}</code>
    </pre>
  ),
  br: () => <br />,
  hr: () => <hr />,
  space: () => null,
  def: () => null,
  blockquote: (token) => <blockquote>{inside(token as Tokens.Blockquote)}</blockquote>,
  heading: (token) => {
    const { depth } = token as Tokens.Heading
    const Heading = HEADINGS[Math.min(depth, HEADINGS.length) - 1] ?? 'h3'
    return <Heading>{inside(token as Tokens.Heading)}</Heading>
  },
  list: (token) => {
    const list = token as Tokens.List
    const items = list.items.map((item, index) => <li key={index}>{render(item.tokens)}</li>)
    return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
  },
  checkbox: (token) => ((token as Tokens.Checkbox).checked ? '☑ ' : '☐ '),
  link: (token) => (
    <Anchor href={(token as Tokens.Link).href}>{inside(token as Tokens.Link)}</Anchor>
  ),
  // An external picture would reveal the reader to its host: rendered as a link.
  image: (token) => {
    const { href, text } = token as Tokens.Image
    return <Anchor href={href}>{text || href}</Anchor>
  },
  table: (token) => {
    const { header, rows } = token as Tokens.Table
    return (
      // Wide tables scroll, and must be focusable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className="overflow-x-auto" role="group" aria-label="Table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {header.map((cell, index) => (
                <th key={index}>{render(cell.tokens)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={index}>{render(cell.tokens)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  },
}

/** Unsupported elements, raw HTML above all, are shown as text. */
const render = (tokens: Token[]): ReactNode =>
  tokens.map((token, index) => (
    <Fragment key={index}>
      {ELEMENTS[token.type]?.(token) ?? (token.type in ELEMENTS ? null : token.raw)}
    </Fragment>
  ))

/** Markdown as React elements. Creates no HTML strings, so nothing needs escaping. */
export const MarkdownText = ({ text }: { text: string }) => <>{render(tokenize(text))}</>
