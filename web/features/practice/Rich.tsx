// oxlint-disable react/no-array-index-key -- pieces of a text have no identity of their own and never change places
import { Fragment, type ReactNode, useEffect, useRef } from 'react'

const katex = () => import('katex')

/** Bounds macros and sizes: a mistake in a formula costs its line, not the page. */
const LIMITS = { maxExpand: 100, maxSize: 20, strict: 'ignore', trust: false } as const

/** A formula as MathML, which browsers draw and screen readers read aloud. The source until the renderer has loaded. */
const Formula = ({ tex }: { tex: string }) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { render } = (await katex()).default
      if (isGone || !place.current) return
      render(`\\displaystyle ${tex}`, place.current, {
        ...LIMITS,
        output: 'mathml',
        throwOnError: false,
      })
    }
    // Without a network, the source stays.
    void draw().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [tex])
  return (
    <span key={tex} ref={place} className="text-[1.1em] whitespace-nowrap">
      {tex}
    </span>
  )
}

const PIECE = /(\$[^$\n]+\$|\*\*[^*\n]+\*\*|\*[^*\n]+\*)/

const piece = (text: string): ReactNode => {
  if (text.length > 2 && text.startsWith('$') && text.endsWith('$')) {
    return <Formula tex={text.slice(1, -1)} />
  }
  if (text.length > 4 && text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>
  return text.length > 2 && text.startsWith('*') && text.endsWith('*') ? (
    <em>{text.slice(1, -1)}</em>
  ) : (
    text
  )
}

const UNIT = /(\d) (?=(?:mm|cm|km|m|kg|g|min|s|h|€|%)(?!\w))/g

/** Keeps a number and its unit on one line. */
const joined = (text: string): string => text.replace(UNIT, '$1\u00A0')

/** One line: emphasis and formulas. */
export const RichLine = ({ text }: { text: string }) =>
  joined(text)
    .split(PIECE)
    .map((each, index) => <Fragment key={index}>{piece(each)}</Fragment>)

const block = (text: string): ReactNode => {
  const lines = text.split('\n')
  return lines.every((line) => line.startsWith('- ')) ? (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>
          <RichLine text={line.slice(2)} />
        </li>
      ))}
    </ul>
  ) : (
    <p>
      <RichLine text={text} />
    </p>
  )
}

/** Text of an exercise: paragraphs, lists, emphasis and formulas. */
export const Rich = ({ text }: { text: string }) => (
  <div className="prose">
    {text
      .trim()
      .split(/\n{2,}/)
      .map((each, index) => (
        <Fragment key={index}>{block(each)}</Fragment>
      ))}
  </div>
)
