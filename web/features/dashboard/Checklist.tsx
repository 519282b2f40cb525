import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { SectionCard } from '#ui'

export const Checklist = ({ checklist }: { checklist: Dashboard['checklist'] }) => {
  const steps = [
    {
      done: checklist.started_quest,
      title: 'Choose a quest',
      hint: 'Pick one that makes you curious.',
      to: paths.quests,
    },
    {
      done: checklist.submitted_task,
      title: 'Hand in your first task',
      hint: 'Describe or show what you did, and earn your first XP.',
      to: paths.quests,
    },
    {
      done: checklist.published_portfolio,
      title: 'Add it to your portfolio',
      hint: 'Only what you choose, and only when you want to.',
      to: paths.portfolio,
    },
  ]
  return (
    <SectionCard id="first-steps" title="Your first steps">
      <ol className="mt-4 grid gap-3 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex gap-3 rounded-control bg-sunk p-4">
            <span
              className={`flex size-8 shrink-0 items-center justify-center rounded-full font-semibold ${step.done ? 'bg-success text-bg' : 'bg-surface'}`}
            >
              {step.done ? <Check aria-hidden size={18} /> : index + 1}
            </span>
            <span>
              {step.done ? (
                <span className="font-semibold">
                  {step.title} <span className="visually-hidden">(done)</span>
                </span>
              ) : (
                <Link to={step.to} className="link font-semibold">
                  {step.title}
                </Link>
              )}
              <span className="block text-sm text-muted">{step.hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}
