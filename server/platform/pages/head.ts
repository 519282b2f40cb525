import { escapeUTF8 as escape } from 'entities'

export type Preview = {
  /** Plain text; everything is escaped here. */
  title: string
  description: string
  siteName?: string
  type?: 'website' | 'profile'
  /** Absolute URLs. */
  url?: string | undefined
  image?: { url: string; width?: number; height?: number } | undefined
  /** True if search engines may list the page, under its `url`. */
  isListed?: boolean
}

/** Head tags for link previews and search engines. */
export const headOf = (preview: Preview): string => {
  const { title, description, siteName, type = 'website', url, image, isListed = false } = preview
  const properties = [
    ['og:type', type],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image?.url],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image && title],
  ].flatMap(([property, content]) =>
    content === undefined
      ? []
      : [`<meta property="${property}" content="${escape(String(content))}">`],
  )
  return [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    isListed ? '' : '<meta name="robots" content="noindex">',
    url ? `<link rel="canonical" href="${escape(url)}">` : '',
    ...properties,
    `<meta name="twitter:card" content="${image?.width ? 'summary_large_image' : 'summary'}">`,
  ].join('')
}
