import { create } from 'qrcode'

import type { Figure } from './tagged-pdf.ts'

/** @param size in points */
export const qrCode = (address: string, size: number): Figure => {
  const { modules } = create(address, { errorCorrectionLevel: 'M' })
  const cell = size / modules.size
  return {
    alt: `QR code for ${address}`,
    width: size,
    height: size,
    draw: (doc, x, y) => {
      for (let row = 0; row < modules.size; row += 1) {
        for (let column = 0; column < modules.size; column += 1) {
          if (modules.get(row, column)) doc.rect(x + column * cell, y + row * cell, cell, cell)
        }
      }
      doc.fill('#000000')
    },
  }
}
