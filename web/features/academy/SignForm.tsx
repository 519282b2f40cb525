import ImagePlus from 'lucide-react/icons/image-plus'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'

import { type Agreement, Signing } from '#contract/academy'
import { SIGNER_ROLES } from '#rules/agreements'
import { ACCEPTED_PICTURES } from '#rules/uploads'
import { Button, FieldError, IconButton, ProgressBar, Select, TextField } from '#ui'
import { useUser } from '#views/auth'
import { uploadFile } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { localDay } from '#web/format'

import { SIGNERS } from './labels.ts'
import { academy } from './queries.ts'

const ROLES = SIGNER_ROLES.map((value) => ({ value, label: SIGNERS[value] }))
const LABELS = {
  signed_on: 'Signed on',
  place: 'Place',
  signers: 'Signers',
  file_ids: 'The signed paper',
}

/** Records signatures on paper, with date, place and a scan. */
export const SignForm = ({ agreement, done }: { agreement: Agreement; done: () => void }) => {
  const sign = useApiMutation(academy.signAgreement)
  const { first_name, last_name } = useUser()
  const [papers, setPapers] = useState<{ id: string; name: string }[]>([])
  const [share, setShare] = useState<number>()
  const { form, field, errorOf, frame } = useAppForm({
    schema: Signing,
    idPrefix: 'sign-',
    defaultValues: {
      signed_on: localDay(),
      place: agreement.place,
      signers: [
        { role: 'learner', name: agreement.learner_name },
        { role: 'guardian', name: '' },
        { role: 'school', name: `${first_name} ${last_name}` },
      ],
      file_ids: [],
    },
    labels: LABELS,
    // Ignores rows without a name.
    relevant: (values) => ({
      ...values,
      signers: values.signers.filter(({ name }) => name.trim() !== ''),
    }),
    save: (body) =>
      sign.mutateAsync({ params: { id: agreement.learner_id, agreement_id: agreement.id }, body }),
    saved: 'The signatures have been recorded',
    onSaved: done,
    failed: 'That could not be saved. Please try again.',
  })
  const signers = useFieldArray({ control: form.control, name: 'signers' })

  const add = async (file: File) => {
    form.clearErrors('file_ids')
    setShare(0)
    try {
      const stored = await uploadFile(file, {
        idempotencyKey: crypto.randomUUID(),
        signal: new AbortController().signal,
        onProgress: setShare,
      })
      form.setValue('file_ids', [...form.getValues('file_ids'), stored.id])
      setPapers((before) => [...before, stored])
    } catch (error) {
      form.setError('file_ids', { message: messageOf(error, 'It could not be uploaded.') })
    }
    setShare(undefined)
  }
  return (
    <ChangeForm {...frame} action="Record" disabled={share !== undefined}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('signed_on')} type="date" max={localDay()} />
        <TextField {...field('place')} autoComplete="off" maxLength={200} />
      </div>
      <fieldset id="sign-signers" tabIndex={-1} className="space-y-3">
        <legend className="font-semibold">{LABELS.signers}</legend>
        {signers.fields.map(({ id }, i) => (
          <div key={id} className="flex flex-wrap items-end gap-3">
            <div className="w-56 max-w-full">
              <Select
                {...form.register(`signers.${i}.role`)}
                id={`sign-signers-${i}-role`}
                label="Role"
                options={ROLES}
              />
            </div>
            <TextField
              {...form.register(`signers.${i}.name`)}
              id={`sign-signers-${i}-name`}
              label="Name"
              autoComplete="off"
              maxLength={200}
            />
            <IconButton label="Remove this line" onClick={() => signers.remove(i)}>
              <Trash aria-hidden size={18} />
            </IconButton>
          </div>
        ))}
        <FieldError id="sign-signers" error={errorOf('signers')} />
        <Button
          size="small"
          variant="secondary"
          icon={<Plus aria-hidden size={16} />}
          onClick={() => signers.append({ role: 'guardian', name: '' })}
        >
          Add a line
        </Button>
      </fieldset>
      <fieldset className="space-y-3">
        <legend className="font-semibold">{LABELS.file_ids}</legend>
        {papers.length > 0 ? (
          <ul className="list-disc pl-6">
            {papers.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        ) : null}
        <label
          htmlFor="sign-file_ids"
          className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-bg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <ImagePlus aria-hidden size={18} className="shrink-0" />
          Add a photograph or PDF
          <input
            id="sign-file_ids"
            type="file"
            accept={`${ACCEPTED_PICTURES},application/pdf`}
            className="visually-hidden"
            disabled={share !== undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void add(file)
              target.value = ''
            }}
          />
        </label>
        {share === undefined ? null : <ProgressBar label="Agreement upload" value={share} />}
        <FieldError id="sign-file_ids" error={errorOf('file_ids')} />
      </fieldset>
    </ChangeForm>
  )
}
