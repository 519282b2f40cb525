import { escapeUTF8 as escape } from 'entities'

/** Content of an email; the layout is defined in one place. All text is plain and gets escaped. */
export type Email = {
  to: string
  /** Accounts other than the recipient's that it concerns: it is deleted with each of them. */
  about?: string | readonly string[]
  subject: string
  heading: string
  paragraphs: string[]
  /** Side by side if there is room, each with its lines. */
  columns?: { heading: string; lines: string[] }[]
  action?: { label: string; url: string }
  /** Small print below the action. */
  note?: string
  /** For recurring emails: one-click unsubscribe for mail clients (RFC 8058), and a page for people. */
  unsubscribe?: { oneClick: string; page: string }
  /** An appointment for the recipient's calendar (iCalendar, RFC 6047). */
  appointment?: { method: 'REQUEST' | 'CANCEL'; ics: string }
  siteName: string
}

const SMALL_PRINT = 'font-size="13px" color="#5a6072"'
const STOP = 'Unsubscribe from this email'

const inPairs = <T>(all: readonly T[]): T[][] =>
  all.flatMap((_, i) => (i % 2 === 0 ? [all.slice(i, i + 2)] : []))

/** Renders an email as portable HTML (MJML) and as plain text. */
export const renderEmail = async (letter: Email): Promise<{ html: string; text: string }> => {
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
        <mj-wrapper background-color="#ffffff" border="1px solid #e4dfd4" border-radius="12px" padding="24px 0">
        <mj-section padding="0 24px">
          <mj-column>
            ${paragraph(letter.heading, 'font-size="22px" font-weight="700" line-height="1.3"')}
            ${letter.paragraphs.map((text) => paragraph(text)).join('')}
          </mj-column>
        </mj-section>
        ${inPairs(letter.columns ?? [])
          .map(
            (pair) => `<mj-section padding="0 24px">
              ${pair
                .map(
                  ({ heading, lines }) => `<mj-column vertical-align="top">
                    ${paragraph(heading, 'font-size="18px" font-weight="700"')}
                    ${lines.map((text) => paragraph(text, 'padding-top="4px" padding-bottom="4px"')).join('')}
                  </mj-column>`,
                )
                .join('')}
            </mj-section>`,
          )
          .join('')}
        <mj-section padding="0 24px">
          <mj-column>
            ${
              letter.action
                ? `<mj-button href="${escape(letter.action.url)}" background-color="#1f4d4a" color="#ffffff"
                     border-radius="6px" font-size="16px" align="left">${escape(letter.action.label)}</mj-button>
                   ${paragraph(`Or open this address: ${letter.action.url}`, SMALL_PRINT)}`
                : ''
            }
            ${letter.note ? paragraph(letter.note, SMALL_PRINT) : ''}
            ${
              letter.unsubscribe
                ? `<mj-text ${SMALL_PRINT}><a href="${escape(letter.unsubscribe.page)}">${STOP}</a></mj-text>`
                : ''
            }
          </mj-column>
        </mj-section>
        </mj-wrapper>
      </mj-body>
    </mjml>`)
  const text = [
    letter.heading,
    ...letter.paragraphs,
    ...(letter.columns ?? []).map(({ heading, lines }) => [heading, ...lines].join('\n')),
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`] : []),
    ...(letter.note ? [letter.note] : []),
    ...(letter.unsubscribe ? [`${STOP}: ${letter.unsubscribe.page}`] : []),
    `— ${letter.siteName}`,
  ].join('\n\n')
  return { html, text }
}
