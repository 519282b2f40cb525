export { pdfMaker } from './make-pdf.ts'
export { sendPdf } from './send-pdf.ts'
