import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { type AuthoredBadge, BadgeContent, BadgeCriteria } from '#contract/authoring'
import { paths } from '#contract/paths'
import { BADGE_SHAPES } from '#rules/art/badge-art'
import type { Criteria } from '#rules/badges'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { Alert, Card, Checkbox, FieldError, RadioCards, Textarea, TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, ConfirmButton, useAppForm } from '#web/form'

import { Art } from './Art.tsx'
import { CriteriaFields } from './CriteriaFields.tsx'
import { CriteriaWords } from './CriteriaWords.tsx'
import { authoring } from './queries.ts'

/** The form's own schema: reports the first problem of the conditions for all of them. */
const BadgeFields = z.extend(z.omit(BadgeContent, { criteria: true }), {
  criteria: z.custom<Criteria>((criteria) => BadgeCriteria.safeParse(criteria).success, {
    error: ({ input }) =>
      BadgeCriteria.safeParse(input).error?.issues[0]?.message ?? 'Please complete the conditions',
  }),
})

/** Wraps the outermost condition in a group, so that another one can always be added next to it. */
const asGroup = (criteria: Criteria): Criteria =>
  'all' in criteria || 'any' in criteria ? criteria : { all: [criteria] }

/** Form for a badge's name, look and criteria, with a preview. */
export const BadgeForm = ({ badge }: { badge?: AuthoredBadge }) => {
  const navigate = useNavigate()
  const create = useApiMutation(authoring.createBadge)
  const change = useApiMutation(authoring.changeBadge, {
    replaces: ({ params }) => authoring.getAuthoredBadge.query({ params }).queryKey,
  })
  const isPublished = badge?.status === 'published'
  const [publish, setPublish] = useState(isPublished)

  const { form, field, errorOf, frame } = useAppForm({
    schema: BadgeFields,
    defaultValues: {
      name: badge?.name ?? '',
      description: badge?.description ?? '',
      shape: badge?.shape ?? 'roundel',
      pillars: badge?.pillars ?? [],
      criteria: asGroup(badge?.criteria ?? { all: [{ quests: [] }] }),
    },
    labels: {
      name: 'Name',
      description: 'What it stands for',
      pillars: 'Pillars',
      shape: 'Shape',
      criteria: 'Criteria',
    },
    save: async (content) => {
      const body = { badge: content, publish }
      if (badge) {
        const { version } = badge
        await change.mutateAsync({ params: { id: badge.id }, body: { ...body, version } })
      } else {
        await create.mutateAsync({ body })
      }
      toast.success(publish ? 'The badge is published' : 'The draft has been saved')
      void navigate(paths.authoredBadges)
    },
    failed: 'The badge could not be saved. Please try again.',
  })
  const { shape, pillars, name, criteria } = form.watch()
  const art = { shape, pillars: PILLARS.filter((pillar) => pillars.includes(pillar)) }
  const seed = badge?.id ?? 'new'
  return (
    <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_20rem]">
      <ChangeForm
        {...frame}
        className="min-w-0 space-y-6"
        action="Save badge"
        beside={badge && isPublished ? <Archive id={badge.id} /> : null}
      >
        {badge && badge.holders > 0 ? (
          <Alert
            title={badge.holders === 1 ? 'One learner has it' : `${badge.holders} learners have it`}
          >
            They keep version {badge.version} unchanged. Your changes create version{' '}
            {badge.version + 1}, for learners who earn it from now on.
          </Alert>
        ) : null}
        <Card className="space-y-4">
          <TextField {...field('name')} autoComplete="off" maxLength={60} />
          <Textarea {...field('description')} rows={3} maxLength={500} />
          <fieldset aria-describedby={errorOf('pillars') ? 'pillars-error' : undefined}>
            <legend className="mb-1.5 font-semibold">Pillars</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {PILLARS.map((pillar) => (
                <Checkbox
                  key={pillar}
                  {...form.register('pillars')}
                  id={pillar === PILLARS[0] ? 'pillars' : `pillars-${pillar}`}
                  value={pillar}
                  label={PILLAR_NAMES[pillar]}
                  aria-invalid={errorOf('pillars') ? true : undefined}
                />
              ))}
            </div>
            <FieldError id="pillars" error={errorOf('pillars')} />
          </fieldset>
          <RadioCards
            legend="Shape"
            columns={3}
            {...form.register('shape')}
            options={BADGE_SHAPES.map((each) => ({
              value: each,
              label: each.replace(/^./, (letter) => letter.toUpperCase()),
              icon: <Art badge={{ ...art, shape: each }} seed={seed} className="size-12" />,
            }))}
          />
        </Card>
        <Card className="space-y-4" aria-labelledby="criteria-heading">
          <h2 id="criteria-heading" className="text-lg">
            Criteria
          </h2>
          <CriteriaFields
            id="criteria"
            criteria={criteria}
            error={errorOf('criteria')}
            onChange={(next) =>
              form.setValue('criteria', next, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
        </Card>
        {isPublished ? null : (
          <Checkbox
            id="publish"
            label="Publish: learners can earn it from now on"
            checked={publish}
            onChange={(event) => setPublish(event.target.checked)}
          />
        )}
      </ChangeForm>
      <aside className="space-y-4 lg:sticky lg:top-20 lg:self-start">
        <div className="flex flex-col items-center gap-3 rounded-card bg-sky-deep p-6 text-center text-on-sky">
          <Art badge={art} seed={seed} className="size-40" />
          <p className="text-lg font-semibold text-on-sky">{name || 'New badge'}</p>
        </div>
        <CriteriaWords criteria={criteria} />
      </aside>
    </div>
  )
}

const Archive = ({ id }: { id: string }) => {
  const navigate = useNavigate()
  const archive = useApiMutation(authoring.archiveBadge, {
    onSuccess: () => void navigate(paths.authoredBadges),
  })
  return (
    <ConfirmButton
      button={{ children: 'Archive' }}
      title="Archive this badge?"
      keep="Cancel"
      action="Archive"
      variant="primary"
      confirm={() => archive.mutateAsync({ params: { id } })}
      saved="Archived. Learners who have it keep it."
    >
      <p>
        No one else can earn it. Learners who have it keep it, and their credentials stay valid.
      </p>
    </ConfirmButton>
  )
}
