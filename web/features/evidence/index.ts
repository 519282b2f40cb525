export { EvidenceBlocks } from './EvidenceBlocks.tsx'
export { fileUrl, size, uploadFile } from './files.ts'
export { SessionImage } from './SessionImage.tsx'
