import { Card } from '#ui'
import { Disclosures, Guardians } from '#views/family'

/** Who else looks after the child, and who has read what. */
export const LookedAfterBy = ({ id, name }: { id: string; name: string }) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <Card aria-labelledby="guardians">
      <h2 id="guardians" className="text-xl">
        Who looks after {name}
      </h2>
      <Guardians learnerId={id} />
    </Card>
    <Card aria-labelledby="disclosures">
      <h2 id="disclosures" className="text-xl">
        Who has read what
      </h2>
      <Disclosures learnerId={id} />
    </Card>
  </div>
)
