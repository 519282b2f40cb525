import { SectionCard } from '#ui'
import { Disclosures, Guardians } from '#views/family'

type Props = { id: string; name: string; seesLog: boolean }

/** Other guardians of the child, and the access log. */
export const GuardiansCard = ({ id, name, seesLog }: Props) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <SectionCard id="guardians" title={`Who looks after ${name}`}>
      <Guardians learnerId={id} />
    </SectionCard>
    {seesLog ? (
      <SectionCard id="disclosures" title="Who has read what">
        <Disclosures learnerId={id} />
      </SectionCard>
    ) : null}
  </div>
)
