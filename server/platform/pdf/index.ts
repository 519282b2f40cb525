export { createDocument } from './document.ts'
export type { Cell, Document, Paper } from './document.ts'
export { qrCode } from './qr.ts'
