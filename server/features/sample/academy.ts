import { readFile } from 'node:fs/promises'

import { countersignAgreement, draftAgreement, signAgreement } from '#features/academy'
import { importFile, insertImportedFile } from '#features/files'
import type { Db } from '#platform/database'
import type { Files } from '#platform/files'

import { toDate, type SamplePeople } from './content.ts'
import { fileIdOf } from './files.ts'

const PAPER = 'signed-agreement.png'
const PAPER_ID = fileIdOf('zahra', PAPER)
const FOLDER = new URL('../../../content/sample/files/', import.meta.url)

/** Stores the photo of the signed paper. */
export const importSignedPaper = async (storage: { files: Files; scratch: string }) =>
  importFile(storage, {
    id: PAPER_ID,
    name: PAPER,
    bytes: await readFile(new URL(PAPER, FOLDER)),
  })

/** Enrolls Zahra in the academy: the advisor recorded her agreement and the admin countersigned it. */
export const insertSampleAgreement = async (
  db: Db,
  people: SamplePeople,
  paper: Awaited<ReturnType<typeof importSignedPaper>>,
  now: Date,
): Promise<void> => {
  const { advisor, admin, zahra } = people
  const at = (userId: string, moment: string) => ({
    userId,
    address: '127.0.0.1',
    now: toDate(moment, now),
  })
  await insertImportedFile(db, { id: PAPER_ID, ownerId: advisor, content: paper }, now)
  const drafted = at(advisor, '80 09:30')
  const place = 'Reading room of the town library'
  const { id } = await draftAgreement(db, zahra, { scheduled_at: null, place }, drafted)
  const which = { learnerId: zahra, id }
  const signed = at(advisor, '79 15:00')
  await signAgreement(
    db,
    which,
    {
      place,
      signed_on: signed.now.toISOString().slice(0, 10),
      signers: [
        { role: 'learner', name: 'Zahra Nouri' },
        { role: 'guardian', name: 'Farid Nouri' },
        { role: 'school', name: 'Samuel Okafor' },
      ],
      file_ids: [PAPER_ID],
    },
    signed,
  )
  await countersignAgreement(db, which, at(admin, '78 08:20'))
}
