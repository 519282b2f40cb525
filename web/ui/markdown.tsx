import { lazyPart } from './lazy-part.tsx'

const MarkdownText = lazyPart(
  () => import('./markdown-text.tsx'),
  'MarkdownText',
  ({ text }) => <p className="whitespace-pre-line">{text}</p>,
)

/** Text that a person wrote in Markdown. Until its reader has loaded, the plain text stands there. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="prose">
    <MarkdownText text={text} />
  </div>
)
