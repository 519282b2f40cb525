import type { Note } from '#contract/advising'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'

const DAY_MS = 24 * 3_600_000

type Reader = { userId: string; now: Date }

const selectNotes = (db: Db, learnerId: string) =>
  db
    .selectFrom('staff_notes')
    .leftJoin('accounts as author', 'author.id', 'staff_notes.author_id')
    .select([
      'staff_notes.id',
      'staff_notes.words',
      'staff_notes.author_id',
      'staff_notes.written_at',
      'staff_notes.edited_at',
      nameOf('author').as('author'),
    ])
    .where('staff_notes.learner_id', '=', learnerId)

type NoteRow = Omit<Note, 'may_edit'> & { author_id: string | null }

const mayEdit = ({ author_id, written_at }: NoteRow, { userId, now }: Reader) =>
  author_id === userId && now.getTime() < Date.parse(written_at) + DAY_MS

const noteOf = (row: NoteRow, reader: Reader): Note => {
  const { author_id: _, ...note } = row
  return { ...note, may_edit: mayEdit(row, reader) }
}

/** Newest first. */
export const listNotes = async (db: Db, learnerId: string, reader: Reader): Promise<Note[]> => {
  const rows = await selectNotes(db, learnerId)
    .orderBy('staff_notes.written_at', 'desc')
    .orderBy('staff_notes.id')
    .limit(500)
    .execute()
  return rows.map((row) => noteOf(row, reader))
}

const findNote = (db: Db, learnerId: string, id: string) =>
  selectNotes(db, learnerId).where('staff_notes.id', '=', id).executeTakeFirst()

export const writeNote = async (
  db: Db,
  learnerId: string,
  words: string,
  by: Reader,
): Promise<Note> => {
  const written_at = by.now.toISOString()
  const { id } = await db
    .insertInto('staff_notes')
    .values({ learner_id: learnerId, author_id: by.userId, words, written_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await findNote(db, learnerId, id)
  if (!row) throw notFound()
  return noteOf(row, by)
}

/** @throws conflict after a day, and for another person's note: notes become permanent, and further notes can be added */
export const changeNote = async (
  db: Db,
  learnerId: string,
  { id, words }: { id: string; words: string },
  by: Reader,
): Promise<Note> => {
  const before = await findNote(db, learnerId, id)
  if (!before) throw notFound()
  if (!mayEdit(before, by)) {
    throw conflict('You can only edit your own notes, and only within a day. Please add a new one.')
  }
  await db
    .updateTable('staff_notes')
    .set({ words, edited_at: by.now.toISOString() })
    .where('id', '=', id)
    .execute()
  return noteOf({ ...before, words, edited_at: by.now.toISOString() }, by)
}
