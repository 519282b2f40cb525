import { lazyPart } from './lazy-part.tsx'

const MarkdownText = lazyPart(
  () => import('./markdown-text.tsx'),
  'MarkdownText',
  ({ text }) => <p className="whitespace-pre-line">{text}</p>,
)

/** User-written Markdown. Shows plain text until the renderer has loaded. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="prose">
    <MarkdownText text={text} />
  </div>
)
