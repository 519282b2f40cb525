type PrerenderedPage = {
  html: string
  pathname: string
  publicUrl: string
  /** Files of the built web app: a page's image is `og/` and its path. */
  files: readonly string[]
}

const USUAL_PICTURE = 'og/home.png'

/** Adds tags for link previews and search engines to a prerendered page, from its own title and description. */
export const openGraph = ({ html, pathname, publicUrl, files }: PrerenderedPage): string => {
  // Both are already escaped in the HTML.
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/.exec(html) ?? []
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  const own = `og/${pathname.slice(1).replaceAll('/', '-')}.png`
  const picture = files.includes(own) ? own : USUAL_PICTURE
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ...(description === undefined ? [] : [['og:description', description]]),
    ['og:url', `${publicUrl}${pathname}`],
    ['og:image', `${publicUrl}/${picture}`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
  ].map(([property, content]) => `<meta property="${property}" content="${content}"/>`)
  const head = `${tags.join('')}<meta name="twitter:card" content="summary_large_image"/><link rel="canonical" href="${publicUrl}${pathname}"/>`
  return html.replace('</head>', () => `${head}</head>`)
}
