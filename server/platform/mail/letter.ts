import { escapeUTF8 as escape } from 'entities'

/** A mail as content; how it looks is decided in one place. All text is plain and gets escaped. */
export type Letter = {
  to: string
  /** The account that it is about, where that is another than the addressee's: it goes with that person as well. */
  about?: string
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Small print below the action. */
  note?: string
  siteName: string
}

/** The letter as HTML that mail programs agree on (MJML) and as plain text. */
export const renderLetter = async (letter: Letter): Promise<{ html: string; text: string }> => {
  const { default: mjml } = await import('mjml')
  const paragraph = (text: string, style = '') => `<mj-text ${style}>${escape(text)}</mj-text>`
  const { html } = await mjml(`
    <mjml>
      <mj-head>
        <mj-title>${escape(letter.subject)}</mj-title>
        <mj-attributes>
          <mj-all font-family="Verdana, Helvetica, Arial, sans-serif" />
          <mj-text font-size="16px" line-height="1.6" color="#1f2330" />
        </mj-attributes>
      </mj-head>
      <mj-body background-color="#faf8f4" width="560px">
        <mj-section padding="32px 0 8px">
          <mj-column><mj-text color="#1f4d4a" font-weight="700">${escape(letter.siteName)}</mj-text></mj-column>
        </mj-section>
        <mj-section background-color="#ffffff" border="1px solid #e4dfd4" border-radius="12px" padding="24px">
          <mj-column>
            ${paragraph(letter.heading, 'font-size="22px" font-weight="700" line-height="1.3"')}
            ${letter.paragraphs.map((text) => paragraph(text)).join('')}
            ${
              letter.action
                ? `<mj-button href="${escape(letter.action.url)}" background-color="#1f4d4a" color="#ffffff"
                     border-radius="6px" font-size="16px" align="left">${escape(letter.action.label)}</mj-button>
                   ${paragraph(`Or open this address: ${letter.action.url}`, 'font-size="13px" color="#5a6072"')}`
                : ''
            }
            ${letter.note ? paragraph(letter.note, 'font-size="13px" color="#5a6072"') : ''}
          </mj-column>
        </mj-section>
      </mj-body>
    </mjml>`)
  const text = [
    letter.heading,
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`] : []),
    ...(letter.note ? [letter.note] : []),
    `— ${letter.siteName}`,
  ].join('\n\n')
  return { html, text }
}
