import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Badge } from '#contract/badges'
import { paths } from '#contract/paths'
import { Button, SectionCard } from '#ui'
import { filePaths } from '#web/api'
import { dateOf } from '#web/format'

import { LinkedIn } from './LinkedIn.tsx'

const PICTURES = [
  { file: 'badge.png', label: 'Image (PNG)' },
  { file: 'badge.svg', label: 'Vector image (SVG)' },
] as const

type Props = { award: NonNullable<Badge['award']>; name: string }

/** Earned badge: proof, downloads, a link to share. */
export const AwardedBadge = ({ award, name }: Props) => (
  <SectionCard
    id="keepsake"
    title={`Earned on ${dateOf(award.earned_at)} ${award.review === 'pending' ? ', not yet reviewed' : ''}`}
    className="space-y-4"
  >
    {award.reason ? (
      <blockquote className="border-l-3 border-gold pl-4">
        <p className="whitespace-pre-line">{award.reason}</p>
        <p className="mt-1 text-sm text-muted">Your advisor</p>
      </blockquote>
    ) : null}
    {award.review === 'none' ? (
      <p className="text-muted">
        It marks a first step. Only you, your family and your advisor can see it.
      </p>
    ) : award.review === 'pending' ? (
      <p className="text-muted">
        It is yours. Once an advisor has accepted all the work behind it, it becomes a credential
        that others can verify.
      </p>
    ) : award.code === null ? (
      <p className="text-muted">
        Only you, your family and your advisor can see it. Once your guardian allows publishing, you
        can show it to others.
      </p>
    ) : (
      <Proof code={award.code} name={name} earnedAt={award.earned_at} />
    )}
  </SectionCard>
)

type ProofProps = { code: string; name: string; earnedAt: string }

/** Link to share, and downloads. */
const Proof = ({ code, name, earnedAt }: ProofProps) => {
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const address = new URL(paths.verified(code), window.location.origin).href
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
  return (
    <>
      <p className="text-muted">
        This badge is a credential that others can verify. Anyone with the link sees your public
        name and what the badge is for.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Link
          to={paths.verified(code)}
          className="link inline-flex min-h-11 items-center gap-2 font-semibold"
        >
          <ShieldCheck aria-hidden size={18} /> Open its public page
        </Link>
        <Button
          variant="secondary"
          icon={<Copy aria-hidden size={18} />}
          onClick={() => void copy()}
        >
          Copy the link
        </Button>
        <LinkedIn code={code} name={name} earnedAt={earnedAt} />
        <p role="status" className="text-sm text-muted">
          {copied === 'yes' ? 'Link copied.' : ''}
          {copied === 'no' ? `The link could not be copied. Here it is: ${address}` : ''}
        </p>
      </div>
      <ul className="no-print flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-3">
        <File href={filePaths.credential(code)} name={`${name}.json`}>
          Open Badges 3.0 credential for a wallet or backpack (JSON)
        </File>
        {PICTURES.map(({ file, label }) => (
          <File key={file} href={filePaths.credentialPicture(code, file)} name={`${name} ${file}`}>
            {label}
          </File>
        ))}
      </ul>
    </>
  )
}

const File = ({ href, name, children }: { href: string; name: string; children: string }) => (
  <li>
    <a href={href} download={name} className="link inline-flex min-h-11 items-center gap-2">
      <Download aria-hidden size={18} /> {children}
    </a>
  </li>
)
